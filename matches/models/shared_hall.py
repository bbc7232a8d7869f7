"""Which tournaments share the tables of one hall, and which of those tables has a match at this moment."""

from django.db import models

from core.models import Ledger
from matches.models.match import Match


class SharedHall(models.Model):
    """A hall in which tables of one label are one table, whichever tournament they stand in.

    Its row is the lock of everybody who looks for a free table there, taken after that of the own record.
    """

    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"hall {self.pk}"


class HallShare(models.Model):
    """A tournament in a shared hall; in one at most, and in none where it has no such row."""

    hall = models.ForeignKey(SharedHall, models.CASCADE, related_name="shares")
    ledger = models.OneToOneField(Ledger, models.CASCADE, related_name="hall_share")

    def __str__(self) -> str:
        return f"{self.ledger_id} in hall {self.hall_id}"


class TakenTable(models.Model):
    """A table of a shared hall at which a match was called or is played: one match each, of all tournaments.

    Triggers of the database write it (`matches/shared_hall_sql.py`) whenever a match comes to a table, leaves
    it or changes it, and when a tournament comes into the hall or leaves it. No other code does, but who
    takes the table from a match that was given up.
    """

    hall = models.ForeignKey(SharedHall, models.CASCADE, related_name="taken")
    label = models.CharField(max_length=20)
    match = models.OneToOneField(Match, models.CASCADE, related_name="taken")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hall", "label"], name="one_match_at_a_shared_table"),
        ]

    def __str__(self) -> str:
        return f"table {self.label} of hall {self.hall_id}"
