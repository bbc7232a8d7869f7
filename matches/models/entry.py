"""Who plays: entries (a player or a pair) and their members."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Club, Persona
from core.models import Ledger


class EntryState(models.TextChoices):
    """Whether an entry will play."""

    ENTERED = "entered"
    CHECKED_IN = "checked_in"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class Entry(models.Model):
    """A player, or a pair, entered in a tournament.

    `import_seq`: the number of the first record line of the import that it came with; null if it came alone.
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
    """One person of an entry. `live` is false once the entry left, so the person may enter again."""

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

    def __str__(self) -> str:
        return self.persona.player.name
