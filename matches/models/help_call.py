"""A person at a table asks for a judge, or for the coordinator."""

from django.db import models
from django.db.models import F, Q

from accounts.models import Persona
from matches.models.match import Match, PhysicalTable


class Whom(models.TextChoices):
    """Whom a table asks for."""

    JUDGE = "judge"
    COORDINATOR = "coordinator"


class HelpCall(models.Model):
    """A table waits for a judge or for the coordinator, until one has been there.

    `match`: what was on there. `taken_by` is on the way since `taken_at`; `done_at` ends it, by any of them,
    also the table itself. It is no part of the record: nothing follows from it.
    """

    code = models.CharField(max_length=12, unique=True)
    table = models.ForeignKey(PhysicalTable, models.CASCADE, related_name="help_calls")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="help_calls")
    whom = models.CharField(max_length=11, choices=Whom)
    at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "whom"], condition=Q(done_at__isnull=True), name="one_open_help_call_a_table"
            ),
            models.CheckConstraint(condition=Q(whom__in=["judge", "coordinator"]), name="help_whom_known"),
            models.CheckConstraint(
                condition=Q(taken_at__isnull=True, taken_by__isnull=True)
                | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="help_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True) | Q(done_at__gte=F("at")), name="help_done_later"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.whom} to table {self.table_id}"
