"""Conflicts and shifts of judges. Not in the record."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from tournaments.models.tournament import Tournament


class JudgeConflict(models.Model):
    """`judge` must not judge `person` (a relative, a pupil, a rival); only the staff sees it.

    `by`: who noted it, None if no longer known.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    judge = models.ForeignKey(Persona, models.PROTECT, related_name="judges_not")
    person = models.ForeignKey(Persona, models.PROTECT, related_name="not_judged_by")
    by = models.ForeignKey(Persona, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["judge", "person"], name="judge_conflict_once"),
            models.CheckConstraint(condition=~Q(judge=F("person")), name="judge_conflict_of_two"),
        ]
        verbose_name = pgettext_lazy("model", "conflict of a judge")
        verbose_name_plural = pgettext_lazy("model", "conflicts of judges")

    def __str__(self) -> str:
        return f"{self.judge} does not judge {self.person}"


class JudgeShift(models.Model):
    """When a staff member is present, at most one a person; without a shift they are present all day."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    judge = models.OneToOneField(Persona, models.PROTECT, related_name="shift")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="judge_shift_lasts"),
        ]
        verbose_name = pgettext_lazy("model", "shift of a judge")
        verbose_name_plural = pgettext_lazy("model", "shifts of judges")

    def __str__(self) -> str:
        return f"{self.judge} from {self.begins_at} to {self.ends_at}"
