"""The meaning of a list's columns, as an account stated it for the same headings before."""

from django.db import models
from django.utils.translation import pgettext_lazy

from accounts.models import User


class ListColumns(models.Model):
    """One answer: `headings` is their digest (`headings_key`), `meanings` one word a column, with commas."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    headings = models.CharField(max_length=64)
    meanings = models.CharField(max_length=1200)
    used_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "headings"], name="list_columns_once")]
        verbose_name = pgettext_lazy("model", "meaning of a list's columns")
        verbose_name_plural = pgettext_lazy("model", "meanings of lists' columns")

    def __str__(self) -> str:
        return f"{self.user}: {self.meanings}"
