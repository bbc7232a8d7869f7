"""Whom a member of the staff must not judge, and when they are there. Beside the record."""

from django.db import models
from django.db.models import F, Q

from accounts.models import Persona
from tournaments.models.tournament import Tournament


class JudgeConflict(models.Model):
    """`judge` is not to judge `person`, as a brother, a pupil or a rival would not; only the staff reads it.

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

    def __str__(self) -> str:
        return f"{self.judge} does not judge {self.person}"


class JudgeShift(models.Model):
    """From when to when a member of the staff is there; without one they are all day."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    judge = models.OneToOneField(Persona, models.PROTECT, related_name="shift")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="judge_shift_lasts"),
        ]

    def __str__(self) -> str:
        return f"{self.judge} from {self.begins_at} to {self.ends_at}"
