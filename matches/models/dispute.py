"""Two accounts of one match: another sheet after one was recorded, or a side that says it is wrong."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona
from matches.models.match import Match, Side


class Outcome(models.TextChoices):
    """How a dispute ended: the recorded sheet stands, or it was corrected."""

    DISMISSED = "dismissed"
    CORRECTED = "corrected"


class Dispute(models.Model):
    """The recorded sheet is disputed: the match is under review until resolved.

    `sheet` is another sheet that was sent, as plain JSON, None where a side of the match only says
    that the recorded one is wrong, with a `note` for the staff; `seq` is the record's line that notes it.
    `submission_key` is that of the form or call that sent the sheet, null where it had none.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="disputes")
    seq = models.IntegerField()
    sheet = models.JSONField(null=True, blank=True)
    submission_key = models.CharField(max_length=80, null=True, blank=True)  # noqa: DJ001  null is a quick new column
    by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    side = models.ForeignKey(Side, models.CASCADE, null=True, blank=True, related_name="disputes")
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="dispute_once_a_line"),
            models.CheckConstraint(
                condition=Q(resolved_at__isnull=True, outcome="")
                | Q(resolved_at__isnull=False, outcome__in=["dismissed", "corrected"]),
                name="dispute_resolved_has_outcome",
            ),
            models.UniqueConstraint(
                fields=["side"], condition=Q(resolved_at__isnull=True), name="one_open_dispute_a_side"
            ),
            models.CheckConstraint(
                condition=Q(side__isnull=True, by__isnull=False, sheet__isnull=False)
                | Q(side__isnull=False, sheet__isnull=True),
                name="dispute_by_staff_or_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"dispute at {self.seq} on {self.match_id}"
