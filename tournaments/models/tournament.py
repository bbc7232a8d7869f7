"""A tournament and its breaks."""

from datetime import date, datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from core.db.folded import FoldedField, FoldedModel
from core.models import Ledger
from rulesets.kernel.title_words import searchable
from rulesets.names import kind_name
from tournaments.pauses import Pause
from tournaments.played_games import WITHOUT_POINTS


class State(models.TextChoices):
    """`preparing` → `drawn` → `running` (a match was started or decided) → `finished`.

    Each state but the last can become `cancelled`, which is final.
    """

    PREPARING = "preparing"
    DRAWN = "drawn"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = frozenset({State.FINISHED, State.CANCELLED})
"""States in which nothing is played; only a finished tournament can be reopened."""


class Tournament(FoldedModel):
    """One event with one ruleset, one bracket, one final classification.

    `stages`: what is played before the bracket, as `tournaments.stages.kinds` reads it; empty for nothing.
    `time_limit` is in minutes. `changed_seq` is the number of the line of the latest change of its own facts.

    `opened_at` is the moment from which matches may be called: the planned start, or a coordinator's act.
    `day_only`: the start is a date without a time; `starts_at` is then the first moment of that day at the
    venue, for sorting. Read `planned_start` and `starts_on`. `moved_from` is the start that was public
    first, if it was moved; it is not in the record. `moved_seq` is the number of the line of the latest move.
    `entry_fee` is in cents of a real: None if not stated, 0 if entering is free.
    """

    ledger = models.OneToOneField(Ledger, models.PROTECT, related_name="tournament")
    slug = models.SlugField(max_length=140, unique=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)

    game = models.CharField(max_length=30)
    kind = models.CharField(max_length=40)
    record_format = models.PositiveSmallIntegerField(default=2)
    definition = models.JSONField(null=True, blank=True)
    name = models.CharField(max_length=80)
    variants = models.JSONField(default=list)
    year = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=240)
    folded = FoldedField(of="title", by=searchable)
    ranked = models.BooleanField(default=False)
    multiplier = models.PositiveSmallIntegerField(default=1)
    stages = models.JSONField(default=list, db_default=[], blank=True)
    table_low = models.PositiveSmallIntegerField()
    table_high = models.PositiveSmallIntegerField()
    time_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    house_rules = models.JSONField(default=dict)
    edition = models.CharField(max_length=60)
    edition_hash = models.CharField(max_length=64)

    venue = models.CharField(max_length=200, blank=True)
    zone = models.CharField(max_length=60)
    starts_at = models.DateTimeField(null=True, blank=True)
    day_only = models.BooleanField(default=False, db_default=False)
    moved_from = models.DateTimeField(null=True, blank=True)
    moved_from_day_only = models.BooleanField(default=False, db_default=False)
    moved_seq = models.IntegerField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    calls_by_hand = models.BooleanField(default=False, db_default=False)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    special_rules = models.TextField(blank=True)
    self_entry = models.BooleanField(default=True, db_default=True)
    door_code = models.CharField(max_length=20, null=True, blank=True)  # noqa: DJ001 - null: no self check-in

    entry_fee = models.PositiveIntegerField(null=True, blank=True)
    prizes = models.TextField(blank=True, default="", db_default="")
    contact = models.CharField(max_length=200, blank=True, default="", db_default="")
    pix_kind = models.CharField(max_length=6, blank=True, default="", db_default="")
    pix_key = models.CharField(max_length=77, blank=True, default="", db_default="")
    pix_name = models.CharField(max_length=60, blank=True, default="", db_default="")
    pix_city = models.CharField(max_length=40, blank=True, default="", db_default="")
    announcement = models.TextField(blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    without_points = models.CharField(max_length=24, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_because = models.TextField(blank=True, default="", db_default="")
    archived_at = models.DateTimeField(null=True, blank=True)
    taken_down_at = models.DateTimeField(null=True, blank=True)
    unaccepted_since = models.DateTimeField(null=True, blank=True)
    taken_down_because = models.TextField(blank=True, default="", db_default="")
    binned_at = models.DateTimeField(null=True, blank=True)
    changed_seq = models.IntegerField(default=0)
    simulated = models.BooleanField(default=False)
    has_webhooks = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-created_at"]
        indexes = [
            models.Index(
                Coalesce("finished_at", "cancelled_at").desc(),
                F("id").desc(),
                name="tournament_over_by_time",
            ),
            models.Index(fields=["-created_at", "-id"], name="tournament_by_creation"),
            models.Index(fields=["state", "starts_at"], name="tournament_by_state"),
            models.Index(fields=["-starts_at", "-created_at"], name="tournament_by_start"),
            models.Index(
                fields=["game", "year", "finished_at", "id"],
                condition=Q(state="finished", ranked=True),
                name="tournament_of_season",
            ),
            models.Index(fields=["id"], condition=Q(folded=None), name="tournament_not_folded"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["preparing", "drawn", "running", "finished", "cancelled"]),
                name="tournament_state_known",
            ),
            models.CheckConstraint(condition=Q(multiplier__range=(1, 5)), name="multiplier_1_to_5"),
            models.CheckConstraint(condition=Q(year__range=(1900, 2999)), name="year_1900_to_2999"),
            models.CheckConstraint(condition=Q(record_format__in=(1, 2)), name="record_format_known"),
            models.CheckConstraint(
                condition=Q(without_points="")
                | Q(without_points=WITHOUT_POINTS, ranked=True, state="finished", record_format__gte=2),
                name="without_points_once_finished",
            ),
            models.CheckConstraint(
                condition=Q(table_low__gte=2, table_high__gte=F("table_low")),
                name="table_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=~Q(state="finished") | Q(finished_at__isnull=False),
                name="finished_has_time",
            ),
            models.CheckConstraint(
                condition=Q(state="cancelled", cancelled_at__isnull=False) & ~Q(cancelled_because="")
                | ~Q(state="cancelled") & Q(cancelled_at__isnull=True, cancelled_because=""),
                name="cancelled_has_time_and_reason",
            ),
            models.CheckConstraint(
                condition=Q(archived_at__isnull=True) | Q(state__in=["finished", "cancelled"]),
                name="archived_is_over",
            ),
            models.CheckConstraint(
                condition=Q(binned_at__isnull=True) | Q(state="preparing", announced_at__isnull=True),
                name="binned_was_never_public",
            ),
            models.CheckConstraint(
                condition=Q(taken_down_at__isnull=False) & ~Q(taken_down_because="")
                | Q(taken_down_at__isnull=True, taken_down_because=""),
                name="taken_down_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def planned_start(self) -> datetime | None:
        """Return the planned date and time; None if there is no time."""
        return None if self.day_only else self.starts_at

    @property
    def starts_on(self) -> date | None:
        """Return the planned date, at the venue, if it has no time, else None."""
        if not self.day_only or self.starts_at is None:
            return None
        return self.starts_at.astimezone(ZoneInfo(self.zone)).date()

    @property
    def kind_word(self) -> str:
        """Return the word for its type in titles, also of a composed one; it is never translated."""
        return str(self.definition["title_word"]) if self.definition else kind_name(self.kind, self.game)

    @property
    def promises_draws(self) -> bool:
        """Return whether its draws come from committed secrets: from the second record format on."""
        return self.record_format >= 2

    @property
    def is_published(self) -> bool:
        """Return whether it was announced or drawn."""
        return self.announced_at is not None or self.state != State.PREPARING

    @property
    def is_public(self) -> bool:
        """Return whether the public sees it: published, not taken down, and accepted."""
        return self.is_published and self.taken_down_at is None and self.unaccepted_since is None

    @property
    def is_over(self) -> bool:
        """Return whether it is finished or cancelled."""
        return self.state in OVER

    @cached_property
    def pauses(self) -> tuple[Pause, ...]:
        """Return its breaks in order. Cached on this object."""
        return tuple(one.pause for one in self.breaks.all())


class Break(models.Model):
    """A break of the whole tournament, by its number. One cancelled before it began is deleted."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="breaks")
    number = models.PositiveSmallIntegerField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["begins_at"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="break_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="break_number_from_one"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="break_ends_later"),
        ]
        verbose_name = pgettext_lazy("model", "break")
        verbose_name_plural = pgettext_lazy("model", "breaks")

    def __str__(self) -> str:
        return f"break {self.number} of {self.tournament_id}"

    @property
    def pause(self) -> Pause:
        """Return its times as a value."""
        return Pause(self.begins_at, self.ends_at)


class EventPicture(models.Model):
    """An organizer's picture, re-encoded: `shown` on pages (WebP), `shared` with links (JPEG).

    `digest` is of the bytes in `shown` and part of their address; `width` and `height` are theirs, in pixels.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="picture")
    shown = models.BinaryField()
    shared = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=20)

    class Meta:
        verbose_name = pgettext_lazy("model", "picture of a tournament")
        verbose_name_plural = pgettext_lazy("model", "pictures of tournaments")

    def __str__(self) -> str:
        return f"picture of {self.tournament_id}"


class ListColumns(models.Model):
    """What a user said that the columns of an imported list mean, for the next list with these headings.

    `headings` is their digest (`headings_key`), `meanings` one word a column, with commas.
    """

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
