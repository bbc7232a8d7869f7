"""Games of kingdoms played with the companion: a setup, and acts in order."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from matches.models.match import Match


class KingdomsGame(models.Model):
    """One game at the table of a match; `kingdoms` lists the numbers of the sides that play it.

    All rolls follow from `seed`, decimal digits that stay secret until the end. The record has `commitment`,
    the seed's SHA-256, from before the first roll. `match_began_at` identifies the start of the match that it
    belongs to. `given_up`: why this game was given up for a new one; empty if it was not.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="kingdoms_games")
    number = models.PositiveSmallIntegerField()
    match_began_at = models.DateTimeField()
    kingdoms = models.JSONField()
    difficulty = models.CharField(max_length=10)
    seed = models.CharField(max_length=40)
    commitment = models.CharField(max_length=64)
    begun_by = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    begun_at = models.DateTimeField()
    given_up = models.TextField(blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="kingdoms_game_once"),
            models.UniqueConstraint(
                fields=["match", "match_began_at"], condition=Q(given_up=""), name="one_game_of_kingdoms"
            ),
        ]
        verbose_name = pgettext_lazy("model", "kingdoms game")
        verbose_name_plural = pgettext_lazy("model", "kingdoms games")

    def __str__(self) -> str:
        return f"game {self.number} of {self.match_id}"


class KingdomsAct(models.Model):
    """One act: an event and its outcomes, or `undoes`, the number of an act that it undoes.

    `number` counts from 1 without gaps, so that of two simultaneous acts one is refused.
    """

    game = models.ForeignKey(KingdomsGame, models.CASCADE, related_name="acts")
    number = models.PositiveIntegerField()
    event = models.JSONField()
    outcomes = models.JSONField(default=list)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    by_app = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="kingdoms_act_once"),
            models.UniqueConstraint(fields=["game", "undoes"], name="kingdoms_act_undone_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="kingdoms_acts_from_one"),
            models.CheckConstraint(
                condition=Q(undoes__isnull=True) | Q(undoes__lt=F("number")), name="kingdoms_undo_looks_back"
            ),
        ]
        verbose_name = pgettext_lazy("model", "kingdoms act")
        verbose_name_plural = pgettext_lazy("model", "kingdoms acts")

    def __str__(self) -> str:
        return f"act {self.number} of {self.game_id}"
