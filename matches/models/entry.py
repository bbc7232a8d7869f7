"""Entries (a player or a pair) with their members and decks, and the waiting list.

The waiting list is not in the record: people enter the record once they have a place.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Club, Persona
from core.models import Ledger


class EntryState(models.TextChoices):
    """The state of an entry."""

    ENTERED = "entered"
    CHECKED_IN = "checked_in"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class Entry(models.Model):
    """A player, or a pair, entered in a tournament; `number` counts its entries from 1.

    `seed`: the rank given by hand, 1 the strongest; null for none. `import_seq`: the number of the first
    record line of its import; null if it was entered alone. `changed_seq`: the record's number at its own
    latest change.
    """

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="entries")
    code = models.CharField(max_length=12)
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.ENTERED)
    seed = models.PositiveIntegerField(null=True, blank=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="+")
    number = models.PositiveIntegerField()
    changed_seq = models.IntegerField(default=0)
    import_seq = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["ledger", "code"], name="entry_code_once"),
            models.UniqueConstraint(fields=["ledger", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["entered", "checked_in", "withdrawn", "disqualified"]),
                name="entry_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Member(models.Model):
    """One person of an entry. `live` is false once the entry has left, so the person may enter again."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()
    live = models.BooleanField(default=True)
    pineapple = models.BooleanField(default=False)

    class Meta:
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="member_position_once"),
            models.UniqueConstraint(
                fields=["persona"], condition=Q(live=True), name="person_in_one_live_entry"
            ),
            models.CheckConstraint(condition=Q(position__in=[1, 2]), name="member_one_or_two"),
        ]
        verbose_name = pgettext_lazy("model", "member of an entry")
        verbose_name_plural = pgettext_lazy("model", "members of entries")

    def __str__(self) -> str:
        return self.persona.player.name


class WaitingState(models.TextChoices):
    """`waiting` → `entered` (a place became free), or `left` (by themselves, the staff, another entry)."""

    WAITING = "waiting"
    ENTERED = "entered"
    LEFT = "left"


class Waiting(models.Model):
    """A player or pair on the waiting list; the lowest `position` of those waiting is next.

    Positions only grow: a person who moves gets a new one. `entry` is the entry it became.
    """

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="waiting")
    code = models.CharField(max_length=12)
    state = models.CharField(max_length=8, choices=WaitingState, default=WaitingState.WAITING)
    position = models.PositiveIntegerField()
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="+")
    seed = models.PositiveIntegerField(null=True, blank=True)
    since = models.DateTimeField()
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, blank=True, related_name="waited")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("waiting entry")
        verbose_name_plural = _("waiting list")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["ledger", "code"], name="waiting_code_once"),
            models.UniqueConstraint(fields=["ledger", "position"], name="waiting_position_once"),
            models.CheckConstraint(
                condition=Q(state="waiting", ended_at__isnull=True, entry__isnull=True)
                | Q(state="entered", ended_at__isnull=False, entry__isnull=False)
                | Q(state="left", ended_at__isnull=False, entry__isnull=True),
                name="waiting_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class WaitingMember(models.Model):
    """One person on the waiting list. `live` is false once they no longer wait."""

    waiting = models.ForeignKey(Waiting, models.CASCADE, related_name="members")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="waits")
    position = models.PositiveSmallIntegerField()
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["waiting", "position"]
        constraints = [
            models.UniqueConstraint(fields=["waiting", "position"], name="waiting_member_position_once"),
            models.UniqueConstraint(fields=["persona"], condition=Q(live=True), name="person_waits_once"),
            models.CheckConstraint(condition=Q(position__in=[1, 2]), name="waiting_member_one_or_two"),
        ]
        verbose_name = pgettext_lazy("model", "person on the waiting list")
        verbose_name_plural = pgettext_lazy("model", "people on the waiting list")

    def __str__(self) -> str:
        return self.persona.player.name


class DeckList(models.Model):
    """The deck of one person of an entry, in versions; only lists that the rules accept are stored.

    `text` is private until the tournament is finished; the record has `sha256`, of salt and text. A deck from
    an imported record has no text.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="decks")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="decks")
    version = models.PositiveSmallIntegerField()
    is_current = models.BooleanField(default=True)
    text = models.TextField(blank=True)
    salt = models.CharField(max_length=32, blank=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField(default=0)
    warnings = models.JSONField(default=list)
    handed_in_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    handed_in_at = models.DateTimeField()

    class Meta:
        ordering = ["entry", "persona", "version"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "persona", "version"], name="deck_version_once"),
            models.UniqueConstraint(
                fields=["entry", "persona"], condition=Q(is_current=True), name="one_current_deck"
            ),
        ]
        verbose_name = pgettext_lazy("model", "deck list")
        verbose_name_plural = pgettext_lazy("model", "deck lists")

    def __str__(self) -> str:
        return f"deck {self.version} of {self.persona_id}"


class DeckWaiver(models.Model):
    """The coordinator lets an entry play without checked decks."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="deck_waiver")
    reason = models.TextField()
    by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="deck_waiver_has_reason")]
        verbose_name = pgettext_lazy("model", "waiver of the deck check")
        verbose_name_plural = pgettext_lazy("model", "waivers of the deck check")

    def __str__(self) -> str:
        return f"waiver of {self.entry_id}"


class AccessNeed(models.Model):
    """A person of this entry needs an accessible table.

    It concerns a person's body: it is a table of its own, so that code that reads entries does not read it,
    and only the staff sees it. The row is all that is stored: not why, who of a pair, by whom or when.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="access_need")

    class Meta:
        verbose_name = pgettext_lazy("model", "need of an accessible table")
        verbose_name_plural = pgettext_lazy("model", "needs of an accessible table")

    def __str__(self) -> str:
        return f"of entry {self.entry_id}"
