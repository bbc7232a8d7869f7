"""What people count at a table while it is played: scratch paper beside the tournament's record."""

from django.db import models
from django.db.models import Q

from accounts.models import Persona
from matches.models.match import Match


class TableTally(models.Model):
    """One player's cards or points in one game of a match, as they were counted last.

    `game` names the game: a match that is played again begins with new tallies. `version` grows with every
    change, so that of two people who count the same player one is told. Nothing of it is in the record.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=40)
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    data = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "game", "persona"], name="tally_once_a_game"),
            models.CheckConstraint(condition=Q(version__gte=1), name="tally_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"tally {self.version} of {self.persona_id} in {self.match_id}"
