"""What the sides of a match say of it themselves, before a sheet is recorded."""

from django.db import models
from django.db.models import Q

from accounts.models import Persona
from matches.models.match import Side
from matches.models.sheet import Sheet


class Report(models.Model):
    """How the match ended, as one side says. A changed one is another row; none is overwritten.

    `sheet` is plain JSON; `seq` the record's line that notes it: a match that changed after that line is
    no longer the one reported about. `phone` is the phone at the table that spoke without an account.
    `counted` is the sheet that this report helped to record.
    """

    side = models.ForeignKey(Side, models.CASCADE, related_name="reports")
    seq = models.IntegerField()
    sheet = models.JSONField()
    at = models.DateTimeField()
    is_current = models.BooleanField(default=True)
    by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    phone = models.CharField(max_length=64, blank=True)
    counted = models.ForeignKey(Sheet, models.SET_NULL, null=True, blank=True, related_name="reports")

    class Meta:
        ordering = ["side", "seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["side"], condition=Q(is_current=True), name="one_current_report_a_side"
            ),
            models.UniqueConstraint(fields=["side", "seq"], name="report_once_a_line"),
            models.CheckConstraint(
                condition=Q(by__isnull=False, phone="") | (Q(by__isnull=True) & ~Q(phone="")),
                name="report_by_somebody_or_a_phone",
            ),
        ]

    def __str__(self) -> str:
        return f"report of side {self.side_id} at {self.seq}"
