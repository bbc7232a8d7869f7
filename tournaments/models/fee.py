"""Who has paid the entry fee: marks by the staff, which no one else reads. Beside the record."""

from django.db import models
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from matches.models import Entry


class FeeMark(models.Model):
    """A member of the staff marked an entry as paid, or took that back.

    The latest counts; none changes. `by` is None if no longer known.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="fee_marks")
    paid = models.BooleanField()
    by = models.ForeignKey(Persona, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name = pgettext_lazy("model", "mark of a fee")
        verbose_name_plural = pgettext_lazy("model", "marks of fees")

    def __str__(self) -> str:
        return f"{self.entry} {'paid' if self.paid else 'not paid'}"
