"""Two accounts of one match: a sheet that came after another one was recorded."""

from django.db import models
from django.db.models import Q

from accounts.models import Persona
from matches.models.match import Match


class Outcome(models.TextChoices):
    """How a dispute ended: the recorded sheet stands, or it was corrected."""

    DISMISSED = "dismissed"
    CORRECTED = "corrected"


class Dispute(models.Model):
    """Somebody sent another sheet for a match that had one: the match is under review until resolved.

    `sheet` is the other sheet as plain JSON; `seq` the record's line that notes it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="disputes")
    seq = models.IntegerField()
    sheet = models.JSONField()
    by = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="dispute_once_a_line"),
            models.CheckConstraint(
                condition=Q(resolved_at__isnull=True, outcome="")
                | Q(resolved_at__isnull=False, outcome__in=["dismissed", "corrected"]),
                name="dispute_resolved_has_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"dispute at {self.seq} on {self.match_id}"
