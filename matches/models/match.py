"""Physical tables, matches, their sides and seats, drawn games and extensions.

A match knows the people at it, not why they meet: the tournament's services fill a side from its `source`
when that match ends.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from core.models import Ledger
from matches.models.entry import Entry


class PhysicalTable(models.Model):
    """A table in the hall.

    No match is called to a closed one. `judge` looks after it. `accessible_since`: everybody can reach it,
    and there is room beside it; None for any other.
    """

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="tables")
    label = models.CharField(max_length=20)
    position = models.PositiveIntegerField()
    is_open = models.BooleanField(default=True)
    accessible_since = models.DateTimeField(null=True, blank=True)
    judge = models.ForeignKey(Persona, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["ledger", "label"], name="table_label_once"),
            models.UniqueConstraint(fields=["ledger", "position"], name="table_position_once"),
        ]
        verbose_name = pgettext_lazy("model", "table")
        verbose_name_plural = pgettext_lazy("model", "tables")

    def __str__(self) -> str:
        return self.label


class MatchState(models.TextChoices):
    """`waiting` for opponents · `ready` to be called · `called` to a table · `playing` · `ended`."""

    WAITING = "waiting"
    READY = "ready"
    CALLED = "called"
    PLAYING = "playing"
    ENDED = "ended"


IN_BRACKET = Q(stage=None, second_chance=False)
"""Selects the matches of the bracket: no rounds of a stage before it, no second chance beside it."""
AT_TABLE = [MatchState.CALLED, MatchState.PLAYING]


class Match(models.Model):
    """One match at one table.

    `number` runs from 1 in each round, top to bottom of the bracket. `stage`: the number of the stage before
    the bracket that it is played in, whose rounds are counted first; None for a match of the bracket.
    `second_chance`: it is of the bracket of losers, which is no part of the bracket.
    `extra_minutes` are the minutes that the game in play got beyond the limit, included in `time_due_at`.
    `starter`: the number of the seat that began the game in play; None if unknown. `held`: a coordinator
    holds it back, so the dispatcher skips it. `changed_seq`: the record's number at its own latest change.
    """

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="matches")
    code = models.CharField(max_length=12)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    stage = models.PositiveSmallIntegerField(null=True, blank=True)
    third_place = models.BooleanField(default=False)
    second_chance = models.BooleanField(default=False, db_default=False)
    state = models.CharField(max_length=10, choices=MatchState, default=MatchState.WAITING)
    table = models.ForeignKey(PhysicalTable, models.SET_NULL, null=True, blank=True, related_name="matches")
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    time_due_at = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    time_called_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    winner = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="won")
    starter = models.PositiveSmallIntegerField(null=True, blank=True)
    held = models.BooleanField(default=False, db_default=False)
    changed_seq = models.IntegerField(default=0)

    class Meta:
        ordering = ["round", "number"]
        indexes = [models.Index(fields=["ledger", "state"], name="match_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["ledger", "code"], name="match_code_once"),
            models.UniqueConstraint(fields=["ledger", "round", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state__in=["called", "playing"]),
                name="one_match_at_a_table",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "ready", "called", "playing", "ended"]),
                name="match_state_known",
            ),
            models.CheckConstraint(
                condition=Q(held=False) | Q(state__in=["waiting", "ready"]), name="held_has_no_table"
            ),
            models.CheckConstraint(
                condition=~Q(state="called") | Q(called_at__isnull=False), name="called_has_time"
            ),
            models.CheckConstraint(
                condition=~Q(state="playing") | Q(started_at__isnull=False),
                name="playing_has_start",
            ),
            models.CheckConstraint(
                condition=~Q(state="ended") | Q(ended_at__isnull=False), name="ended_has_end"
            ),
        ]
        verbose_name = pgettext_lazy("model", "match")
        verbose_name_plural = pgettext_lazy("model", "matches")

    def __str__(self) -> str:
        return f"{self.round}.{self.number}"


class Take(models.TextChoices):
    """Which entry of the source match takes the side; `lucky` is reserved, nothing uses it.

    A loser in a seat that became empty is an exception (`Exceptional.BY_HAND`) on a side for the winner.
    """

    WINNER = "winner"
    LOSER = "loser"
    LUCKY = "lucky"


class Exceptional(models.TextChoices):
    """Why a side is held by another entry than the bracket sends, or by none.

    `by_hand`: an act seated a late entry, a promoted loser or one that came back, or emptied the seat ·
    `kept`: the remedy `keep` of a correction.
    """

    BY_HAND = "by_hand"
    KEPT = "kept"


class Side(models.Model):
    """The entry that plays for one result at a match; `round` is that of the match.

    `filled` distinguishes an empty side from a waiting one. `drawn` is the entry drawn there, not its present
    one: in round 1, or any round of a stage. `place`, `score` and `absent` are those of the current sheet:
    before it `place` is None and `score` 0; `score` is None if uncounted. `source_side`: in the second
    chance, the number of the side of the source whose loser comes; if that side won, the loser of side 1
    comes.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="sides")
    drawn = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="drawn_sides")
    filled = models.BooleanField(default=False)
    exception = models.CharField(max_length=7, choices=Exceptional, blank=True)
    source = models.ForeignKey(Match, models.PROTECT, null=True, blank=True, related_name="feeds")
    take = models.CharField(max_length=6, choices=Take, blank=True)
    source_side = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(default=0, null=True, blank=True)
    absent = models.BooleanField(default=False)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="side_number_once"),
            models.UniqueConstraint(fields=["entry", "round"], name="entry_once_a_round"),
            models.CheckConstraint(condition=Q(number__range=(1, 8)), name="side_number_range"),
            models.CheckConstraint(
                condition=Q(entry__isnull=True) | Q(filled=True), name="entry_means_filled"
            ),
            models.CheckConstraint(
                condition=Q(exception__in=["", "by_hand", "kept"]), name="side_exception_known"
            ),
            models.CheckConstraint(
                condition=Q(source__isnull=True, take="")
                | Q(source__isnull=False, take__in=["winner", "loser", "lucky"]),
                name="source_has_take",
            ),
            models.CheckConstraint(
                condition=Q(score__isnull=False) | Q(place__isnull=False), name="uncounted_side_has_place"
            ),
        ]
        verbose_name = pgettext_lazy("model", "side")
        verbose_name_plural = pgettext_lazy("model", "sides")

    def __str__(self) -> str:
        return f"side {self.number} of {self.match_id}"


class Seat(models.Model):
    """One seat at a match, in seating order, with its suit and, once known, its person."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    side = models.ForeignKey(Side, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    suit = models.CharField(max_length=8, blank=True)
    persona = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="seats")

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(
                fields=["match", "suit"], condition=~Q(suit=""), name="suit_once_a_match"
            ),
            models.UniqueConstraint(fields=["match", "persona"], name="person_once_a_match"),
        ]
        verbose_name = pgettext_lazy("model", "seat")
        verbose_name_plural = pgettext_lazy("model", "seats")

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"


class Extension(models.Model):
    """Minutes that a judge added to a match beyond its limit, with the reason."""

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
        verbose_name = pgettext_lazy("model", "time extension")
        verbose_name_plural = pgettext_lazy("model", "time extensions")

    def __str__(self) -> str:
        return f"{self.minutes} minutes for {self.match_id}"


class DrawnGame(models.Model):
    """A game of a match without a winner: the match started again at `at`.

    The times are those of that game. `lines` are as in the record. `taken_back`: it was noted by mistake and
    went on; `is_void`: the whole match was made void since.
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
        verbose_name = pgettext_lazy("model", "drawn game")
        verbose_name_plural = pgettext_lazy("model", "drawn games")

    def __str__(self) -> str:
        return f"drawn game {self.number} of {self.match_id}"
