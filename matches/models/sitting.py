"""Who is at a table of a hall at this moment, over all tournaments of this installation."""

from django.db import models

from accounts.models import Player
from matches.models.match import Match


class Sitting(models.Model):
    """A person whose match is called or played: one row a person, so that no one is in two places (F109).

    Triggers of the database write it (`matches/sitting_sql.py`) whenever a match comes to a table or leaves
    it, or a seat there changes hands. No other code does, but who ends a tournament in mid-play.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="sittings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="sittings")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player"], name="one_table_a_person")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.match_id}"
