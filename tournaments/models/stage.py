"""Stages before the bracket that have begun."""

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament


class Stage(models.Model):
    """A stage whose first round is drawn; its plan is in `Tournament.stages`, at index `number` - 1.

    `advanced`: codes of the entries that go on, best first; None while the stage is open, as `closed_at`.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="begun_stages")
    number = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    advanced = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_once"),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True, advanced__isnull=True)
                | models.Q(closed_at__isnull=False, advanced__isnull=False),
                name="closed_stage_has_result",
            ),
        ]
        verbose_name = pgettext_lazy("model", "stage")
        verbose_name_plural = pgettext_lazy("model", "stages")

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"
