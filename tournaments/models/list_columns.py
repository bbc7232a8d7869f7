"""What the columns of a list mean, as an account said about the same headings before."""

from django.db import models

from accounts.models import User


class ListColumns(models.Model):
    """One answer: `headings` is their digest (`headings_key`), `meanings` one word a column, with commas."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    headings = models.CharField(max_length=64)
    meanings = models.CharField(max_length=1200)
    used_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "headings"], name="list_columns_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.meanings}"
