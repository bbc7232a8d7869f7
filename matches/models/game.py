"""What befell a match before its sheet: more time, and games without a winner."""

from django.db import models
from django.db.models import Q

from accounts.models import Persona
from matches.models.match import Match


class Extension(models.Model):
    """Minutes that a judge gave a match beyond its limit, and why."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="extensions")
    minutes = models.PositiveSmallIntegerField()
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(minutes__gt=0), name="extension_has_minutes"),
            models.CheckConstraint(condition=~Q(reason=""), name="extension_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.minutes} minutes for {self.match_id}"


class DrawnGame(models.Model):
    """A game of a match without a winner: the match started again at `at`.

    The times are those of that game. `lines` are as the record has them. `taken_back`: it was noted by
    mistake and went on; `is_void`: the whole match was made void since.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="drawn_games")
    number = models.PositiveSmallIntegerField()
    lines = models.JSONField()
    started_at = models.DateTimeField()
    time_due_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()
    noted_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    taken_back = models.BooleanField(default=False)
    is_void = models.BooleanField(default=False)

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="drawn_game_once")]

    def __str__(self) -> str:
        return f"drawn game {self.number} of {self.match_id}"
