"""A tournament, its staff, its draw, and the places it ends with."""

from fractions import Fraction
from functools import cached_property

from django.db import models
from django.db.models import F, Q

from accounts.models import Persona, User
from core.models import Ledger
from matches.models import Entry, Match
from rulesets.names import kind_name
from tournaments.pauses import Pause
from tournaments.standings.attendance import WITHOUT_POINTS


class State(models.TextChoices):
    """`preparing` → `drawn` → `running` (a match was started or decided) → `finished`.

    From each but the last one may be `cancelled`, for good.
    """

    PREPARING = "preparing"
    DRAWN = "drawn"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = frozenset({State.FINISHED, State.CANCELLED})
"""Nothing is played any more; only what is finished can be opened again."""


class Tournament(models.Model):
    """One event with one ruleset, one bracket, one final classification.

    `opened_at` is since when matches of its draw may be called: the planned start, or the word of whoever
    coordinates.
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
    ranked = models.BooleanField(default=False)
    multiplier = models.PositiveSmallIntegerField(default=1)
    table_low = models.PositiveSmallIntegerField()
    table_high = models.PositiveSmallIntegerField()
    time_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    house_rules = models.JSONField(default=dict)
    edition = models.CharField(max_length=60)
    edition_hash = models.CharField(max_length=64)

    venue = models.CharField(max_length=200, blank=True)
    zone = models.CharField(max_length=60)
    starts_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    special_rules = models.TextField(blank=True)

    announcement = models.TextField(blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    without_points = models.CharField(max_length=24, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_because = models.TextField(blank=True, default="", db_default="")
    archived_at = models.DateTimeField(null=True, blank=True)
    taken_down_at = models.DateTimeField(null=True, blank=True)
    taken_down_because = models.TextField(blank=True, default="", db_default="")
    binned_at = models.DateTimeField(null=True, blank=True)
    changed_seq = models.IntegerField(default=0)
    simulated = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at"]
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
    def kind_word(self) -> str:
        """The name of its type, also of one that somebody composed."""
        return str(self.definition["title_word"]) if self.definition else kind_name(self.kind, self.game)

    @property
    def promises_draws(self) -> bool:
        """Whether its draws come from secrets that are promised: from the second format of the record on."""
        return self.record_format >= 2

    @property
    def is_published(self) -> bool:
        """From its announcement or its draw on, whichever is first."""
        return self.announced_at is not None or self.state != State.PREPARING

    @property
    def is_public(self) -> bool:
        """Strangers see it, once it is published, unless the administration has taken it down."""
        return self.is_published and self.taken_down_at is None

    @property
    def is_over(self) -> bool:
        """Whether it is finished or cancelled."""
        return self.state in OVER

    @cached_property
    def pauses(self) -> tuple[Pause, ...]:
        """Its breaks in their order, as this object first saw them."""
        rows = self.breaks.order_by("begins_at").values_list("begins_at", "ends_at")
        return tuple(Pause(*row) for row in rows)


class Break(models.Model):
    """A break of the whole tournament, by its number. One that was called off before it began is gone."""

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

    def __str__(self) -> str:
        return f"break {self.number} of {self.tournament_id}"

    @property
    def pause(self) -> Pause:
        """Its time, as a value."""
        return Pause(self.begins_at, self.ends_at)


class Role(models.TextChoices):
    """What somebody may do in one tournament, from most to least."""

    ORGANIZER = "organizer"
    COORDINATOR = "coordinator"
    JUDGE = "judge"


class Staff(models.Model):
    """Somebody with a role in a tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="staff")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "persona", "role"], name="staff_role_once"),
            models.CheckConstraint(
                condition=Q(role__in=["organizer", "coordinator", "judge"]), name="role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.persona}"


class RuleTexts(models.Model):
    """The rule texts of an edition that some tournament was pinned to, by path, once an edition."""

    edition = models.CharField(max_length=60)
    sha256 = models.CharField(max_length=64, unique=True)
    texts = models.JSONField()

    def __str__(self) -> str:
        return self.edition


class Confirmation(models.Model):
    """Somebody who coordinates confirmed the regulation as it stood; the latest one counts.

    `version` is the hash of the terms (`tournaments.selectors.regulation`), the edition that of the rule
    texts. `special_rules` are those that it was made with; null where nobody kept them.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="confirmations")
    version = models.CharField(max_length=64)
    special_rules = models.TextField(null=True)  # noqa: DJ001 - "" says that there were none
    edition = models.CharField(max_length=60)
    edition_hash = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    seq = models.IntegerField()

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="confirmation_once_a_line"),
        ]

    def __str__(self) -> str:
        return f"regulation {self.version[:12]} at {self.seq}"


class Ruling(models.Model):
    """What the coordinator ruled during the day, for all tables or about one match.

    The record has its `code`; the words stand in the file of names, and are empty where an import lacks them.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="rulings")
    code = models.CharField(max_length=64)
    words = models.TextField(blank=True)
    at = models.DateTimeField()
    seq = models.IntegerField()

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code"], name="ruling_code_once"),
            models.UniqueConstraint(fields=["tournament", "seq"], name="ruling_once_a_line"),
        ]

    def __str__(self) -> str:
        return f"ruling {self.code} at {self.seq}"


def _derived(*, isnull: bool) -> Q:
    """Whether what a derived seed comes from is all missing, or all there."""
    columns = ("algorithm", "commitment", "word", "derived_seed")
    return Q(**{f"{column}__isnull": isnull for column in columns})


class Commitment(models.Model):
    """The secret of a draw to come, by its hash on record; the latest one counts.

    Nobody may see `secret` before the draw that it is for. None: an imported record told only the hash.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="commitments")
    sha256 = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, null=True)  # noqa: DJ001  null is unknown, "" is not
    at = models.DateTimeField()
    seq = models.IntegerField()

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="commitment_once_a_line"),
        ]

    def __str__(self) -> str:
        return f"commitment at {self.seq}"


class Draw(models.Model):
    """A published draw: what anybody needs to make it again. A withdrawn one stays on record.

    Either `algorithm`, `commitment`, `word` and `derived_seed` say where it comes from, or all four are null
    and `seed` is a number: typed by hand, or made here where the record is of the first format.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    method = models.CharField(max_length=10)
    seed = models.BigIntegerField(null=True, blank=True)
    algorithm = models.CharField(max_length=30, null=True)  # noqa: DJ001  null is unknown, "" is not
    commitment = models.OneToOneField(Commitment, models.PROTECT, null=True, related_name="draw")
    word = models.CharField(max_length=60, null=True)  # noqa: DJ001  null is unknown, "" is not
    derived_seed = models.CharField(max_length=64, null=True)  # noqa: DJ001  null is unknown, "" is not
    shape = models.JSONField()
    shape_is_default = models.BooleanField()
    order = models.JSONField()
    published_at = models.DateTimeField()
    seq = models.IntegerField()
    withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(withdrawn=False), name="one_standing_draw"
            ),
            models.CheckConstraint(
                condition=_derived(isnull=True) | _derived(isnull=False) & Q(seed__isnull=True),
                name="draw_seed_derived_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"draw at {self.seq}"

    @property
    def seed_told(self) -> int | str | None:
        """The seed as the record has it: hexadecimal text where it was derived, else the number."""
        return self.seed if self.derived_seed is None else self.derived_seed

    @property
    def secret(self) -> str | None:
        """What was committed to, told by the draw's line."""
        return self.commitment.secret if self.commitment else None

    @property
    def is_typed(self) -> bool:
        """Whether its seed was typed by hand; in the first format nobody can tell, so it is not said."""
        return self.algorithm is None and self.tournament.promises_draws


class Remedy(models.TextChoices):
    """What becomes of a later match when somebody else is rightfully its player.

    `reseat`: it has not begun, the seat changes · `keep`: it stands, annotated · `replay`: it and all it
    feeds are void · `replace`: the rightful entry takes the seat, the others' result stands.
    """

    RESEAT = "reseat"
    KEEP = "keep"
    REPLAY = "replay"
    REPLACE = "replace"


class Correction(models.Model):
    """A corrected sheet and what it did to later matches: the public notice, and how to undo it.

    `before` is a picture of every match it could touch. An undo is a correction of its own.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="corrections")
    match = models.ForeignKey(Match, models.PROTECT, related_name="corrections")
    version = models.PositiveSmallIntegerField()
    seq = models.IntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    reason = models.TextField()
    effects = models.JSONField(default=list)
    before = models.JSONField(default=dict)
    undoes = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="undone_by")

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="correction_once_a_version"),
            models.CheckConstraint(condition=~Q(reason=""), name="correction_has_reason"),
        ]

    def __str__(self) -> str:
        return f"correction of {self.match} at {self.seq}"


class Placing(models.Model):
    """The final place of one entry; points are a fraction, kept exactly."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="placings")
    entry = models.OneToOneField(Entry, models.PROTECT, related_name="placing")
    place = models.PositiveIntegerField()
    points_numerator = models.PositiveIntegerField()
    points_denominator = models.PositiveIntegerField(default=1)
    why = models.JSONField(null=True)

    class Meta:
        ordering = ["place", "entry__number"]
        constraints = [
            models.CheckConstraint(condition=Q(place__gte=1), name="place_from_one"),
            models.CheckConstraint(
                condition=Q(points_denominator__gte=1), name="points_denominator_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.entry}"

    @property
    def points(self) -> Fraction:
        """The points of the season for this place, exactly."""
        return Fraction(self.points_numerator, self.points_denominator)
