"""What belongs to a physical table: its card, its count, calls for help, and who is there.

`TakenTable` and `Sitting` are written by triggers of the database.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona, Player
from core.models import Ledger
from matches.models.entry import Entry
from matches.models.match import Match, PhysicalTable, Side


class TableLink(models.Model):
    """A link printed as a QR code. One stands for each table; a revoked one never comes back.

    Only its public code is stored. What makes it a key is a signature that the server computes
    (`matches.card_tokens`), so that a copy of the database opens no table.
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
    """A phone at the table that says "I sit here": it speaks for this side of this match.

    It holds as long as its link does and the same entry sits there. A phone has one side of a match, and a
    side one phone, so that a claim on another's seat is noticed.
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
        verbose_name = pgettext_lazy("model", "count at a table")
        verbose_name_plural = pgettext_lazy("model", "counts at tables")

    def __str__(self) -> str:
        return f"tally {self.version} of {self.persona_id} in {self.match_id}"


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
        verbose_name = pgettext_lazy("model", "person in a match")
        verbose_name_plural = pgettext_lazy("model", "people in matches")

    def __str__(self) -> str:
        return f"{self.player_id} at {self.match_id}"


class SharedHall(models.Model):
    """A hall in which tables of one label are one table, whichever tournament they stand in.

    Its row is the lock of everybody who looks for a free table there, taken after that of the own record.
    """

    since = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "shared hall")
        verbose_name_plural = pgettext_lazy("model", "shared halls")

    def __str__(self) -> str:
        return f"hall {self.pk}"


class HallShare(models.Model):
    """A tournament in a shared hall; in one at most, and in none where it has no such row."""

    hall = models.ForeignKey(SharedHall, models.CASCADE, related_name="shares")
    ledger = models.OneToOneField(Ledger, models.CASCADE, related_name="hall_share")

    class Meta:
        verbose_name = pgettext_lazy("model", "tournament in a shared hall")
        verbose_name_plural = pgettext_lazy("model", "tournaments in shared halls")

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
        verbose_name = pgettext_lazy("model", "table in use")
        verbose_name_plural = pgettext_lazy("model", "tables in use")

    def __str__(self) -> str:
        return f"table {self.label} of hall {self.hall_id}"


class Whom(models.TextChoices):
    """Whom a table asks for."""

    JUDGE = "judge"
    COORDINATOR = "coordinator"


class HelpCall(models.Model):
    """A table waits for a judge or for the coordinator, until one has been there.

    `match`: what was on there. `taken_by` is on the way since `taken_at`; `done_at` ends it, by any of them,
    also the table itself. It is no part of the record: nothing follows from it.
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
