"""Decks that were handed in and accepted, and entries that may play without one."""

from django.db import models
from django.db.models import Q

from accounts.models import Persona
from matches.models.entry import Entry


class DeckList(models.Model):
    """The deck of one person of an entry, in versions; only lists that the rules accept are kept.

    `text` is private until the tournament is finished; the record holds `sha256`, of salt and text.
    A deck that came with an imported record has no text.
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

    def __str__(self) -> str:
        return f"deck {self.version} of {self.persona_id}"


class DeckWaiver(models.Model):
    """An entry that the coordinator lets play without checked decks."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="deck_waiver")
    reason = models.TextField()
    by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="deck_waiver_has_reason")]

    def __str__(self) -> str:
        return f"waiver of {self.entry_id}"
