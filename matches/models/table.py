"""Rows of a physical table: its card, its count, calls for help, and the people there.

Database triggers write `TakenTable` and `Sitting`.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona, Player
from core.models import Ledger
from matches.models.entry import Entry
from matches.models.match import Match, PhysicalTable, Side


class TableLink(models.Model):
    """A link printed as a QR code.

    Each table has one link at most that is not revoked; a revoked one stays so. Only its public code is
    stored. The key is a signature that the server computes (`tournaments/tables/cards.py`), so that a copy of
    the database opens no table.
    """

    table = models.ForeignKey(PhysicalTable, models.CASCADE, related_name="links")
    code = models.CharField(max_length=12, unique=True)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_standing_link_a_table"
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=F("issued_at")), name="link_expires_later"),
        ]
        verbose_name = pgettext_lazy("model", "table link")
        verbose_name_plural = pgettext_lazy("model", "table links")

    def __str__(self) -> str:
        return f"link of table {self.table_id}"


class Claim(models.Model):
    """A phone at the table that claimed a seat: it acts for this side of this match.

    It is valid as long as its link is and the same entry sits there. A phone has one side of a match, and a
    side one phone, so that a false claim is noticed.
    """

    link = models.ForeignKey(TableLink, models.CASCADE, related_name="claims")
    phone = models.CharField(max_length=64)
    match = models.ForeignKey(Match, models.CASCADE, related_name="claims")
    side = models.OneToOneField(Side, models.CASCADE, related_name="claim")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "phone"], name="one_side_a_phone"),
            models.CheckConstraint(condition=~Q(phone=""), name="claim_has_a_phone"),
        ]
        verbose_name = pgettext_lazy("model", "phone at a table")
        verbose_name_plural = pgettext_lazy("model", "phones at tables")

    def __str__(self) -> str:
        return f"claim of side {self.side_id}"


class TableTally(models.Model):
    """One player's cards or points in one game of a match, as counted last.

    `game` identifies the game: a match that is played again begins with new tallies. `version` grows with
    every change, so that of two simultaneous counts of a player one is refused. Tallies are not in the
    record.
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
        verbose_name = pgettext_lazy("model", "count at a table")
        verbose_name_plural = pgettext_lazy("model", "counts at tables")

    def __str__(self) -> str:
        return f"tally {self.version} of {self.persona_id} in {self.match_id}"


class Sitting(models.Model):
    """A person whose match is called or played: one row a person, so that no person is at two tables (F109).

    Database triggers write it (`matches/sitting_sql.py`) when a match comes to a table or leaves it, or a
    seat there changes its person. Other code only deletes rows, in acts that end a tournament in mid-play or
    release people, and moves rows when a person is split into two.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="sittings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="sittings")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player"], name="one_table_a_person")]
        verbose_name = pgettext_lazy("model", "person in a match")
        verbose_name_plural = pgettext_lazy("model", "people in matches")

    def __str__(self) -> str:
        return f"{self.player_id} at {self.match_id}"


class SharedHall(models.Model):
    """A hall in which tables of one label are one table for all its tournaments.

    Its row is the lock for finding a free table there, taken after the lock of the tournament's own record.
    """

    since = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "shared hall")
        verbose_name_plural = pgettext_lazy("model", "shared halls")

    def __str__(self) -> str:
        return f"hall {self.pk}"


class HallShare(models.Model):
    """A tournament in a shared hall. A tournament is in one hall at most."""

    hall = models.ForeignKey(SharedHall, models.CASCADE, related_name="shares")
    ledger = models.OneToOneField(Ledger, models.CASCADE, related_name="hall_share")

    class Meta:
        verbose_name = pgettext_lazy("model", "tournament in a shared hall")
        verbose_name_plural = pgettext_lazy("model", "tournaments in shared halls")

    def __str__(self) -> str:
        return f"{self.ledger_id} in hall {self.hall_id}"


class TakenTable(models.Model):
    """A table of a shared hall at which a match is called or played: one match each, of all tournaments.

    Database triggers write it (`matches/shared_hall_sql.py`) when a match comes to a table, leaves it or
    changes it, and when a tournament joins or leaves the hall. Other code only deletes rows of abandoned
    matches.
    """

    hall = models.ForeignKey(SharedHall, models.CASCADE, related_name="taken")
    label = models.CharField(max_length=20)
    match = models.OneToOneField(Match, models.CASCADE, related_name="taken")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hall", "label"], name="one_match_at_a_shared_table"),
        ]
        verbose_name = pgettext_lazy("model", "table in use")
        verbose_name_plural = pgettext_lazy("model", "tables in use")

    def __str__(self) -> str:
        return f"table {self.label} of hall {self.hall_id}"


class Whom(models.TextChoices):
    """The role that a table calls for."""

    JUDGE = "judge"
    COORDINATOR = "coordinator"


class HelpCall(models.Model):
    """A table's call for a judge or the coordinator, until it is resolved.

    `match`: the match there at the time. `taken_by` is on the way since `taken_at`; `done_at` ends it, set by
    the staff or by the table itself. It is not in the record: nothing follows from it.
    """

    code = models.CharField(max_length=12, unique=True)
    table = models.ForeignKey(PhysicalTable, models.CASCADE, related_name="help_calls")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="help_calls")
    whom = models.CharField(max_length=11, choices=Whom)
    at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "whom"], condition=Q(done_at__isnull=True), name="one_open_help_call_a_table"
            ),
            models.CheckConstraint(condition=Q(whom__in=["judge", "coordinator"]), name="help_whom_known"),
            models.CheckConstraint(
                condition=Q(taken_at__isnull=True, taken_by__isnull=True)
                | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="help_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True) | Q(done_at__gte=F("at")), name="help_done_later"
            ),
        ]
        verbose_name = pgettext_lazy("model", "request for a judge")
        verbose_name_plural = pgettext_lazy("model", "requests for a judge")

    def __str__(self) -> str:
        return f"{self.whom} to table {self.table_id}"
