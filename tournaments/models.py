"""A tournament, its staff, its draw, and the places it ends with."""

from fractions import Fraction

from django.db import models
from django.db.models import F, Q

from accounts.models import Persona, User
from core.models import Ledger
from matches.models import Entry, Match
from rulesets.names import kind_name


class State(models.TextChoices):
    """`preparing` → `drawn` → `running` (a match was started or decided) → `finished`."""

    PREPARING = "preparing"
    DRAWN = "drawn"
    RUNNING = "running"
    FINISHED = "finished"


class Tournament(models.Model):
    """One event with one ruleset, one bracket, one final classification."""

    ledger = models.OneToOneField(Ledger, models.PROTECT, related_name="tournament")
    slug = models.SlugField(max_length=140, unique=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)

    game = models.CharField(max_length=30)
    kind = models.CharField(max_length=40)
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
    capacity = models.PositiveIntegerField(null=True, blank=True)
    special_rules = models.TextField(blank=True)

    announcement = models.TextField(blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    changed_seq = models.IntegerField(default=0)
    simulated = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["preparing", "drawn", "running", "finished"]),
                name="tournament_state_known",
            ),
            models.CheckConstraint(condition=Q(multiplier__range=(1, 5)), name="multiplier_1_to_5"),
            models.CheckConstraint(condition=Q(year__range=(1900, 2999)), name="year_1900_to_2999"),
            models.CheckConstraint(
                condition=Q(table_low__gte=2, table_high__gte=F("table_low")),
                name="table_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=~Q(state="finished") | Q(finished_at__isnull=False),
                name="finished_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def kind_word(self) -> str:
        """The name of its type, also of one that somebody composed."""
        return str(self.definition["title_word"]) if self.definition else kind_name(self.kind, self.game)

    @property
    def is_public(self) -> bool:
        """Strangers see it from its announcement or its draw on, whichever is first."""
        return self.announced_at is not None or self.state != State.PREPARING


class Role(models.TextChoices):
    """What somebody may do in one tournament, from most to least."""

    ORGANIZER = "organizer"
    COORDINATOR = "coordinator"
    JUDGE = "judge"


class Staff(models.Model):
    """Somebody with a role in a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
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

    `version` is the hash of the terms (`tournaments.regulation`), the edition that of the rule texts.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="confirmations")
    version = models.CharField(max_length=64)
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


class Draw(models.Model):
    """A published draw: what anybody needs to make it again. A withdrawn one stays on record."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="draws")
    method = models.CharField(max_length=10)
    seed = models.BigIntegerField(null=True, blank=True)
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
            )
        ]

    def __str__(self) -> str:
        return f"draw at {self.seq}"


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

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="corrections")
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

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="placings")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="placing")
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
