"""Corrections, and the final places of a tournament."""

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from matches.models import Entry, Match
from tournaments.models.tournament import Tournament


class Remedy(models.TextChoices):
    """The remedy for a later match whose seat rightfully belongs to another entry.

    `reseat`: it has not begun, the seat changes · `keep`: it stands, annotated · `replay`: it and all it
    feeds are void · `replace`: the rightful entry takes the seat, the others' result stands.
    """

    RESEAT = "reseat"
    KEEP = "keep"
    REPLAY = "replay"
    REPLACE = "replace"


class Correction(models.Model):
    """A corrected sheet and its effect on later matches: the public notice, and the data to undo it.

    `version` is that of the corrected sheet, `seq` the number of its line. `before` is a snapshot of every
    match it could change. An undo is a correction too, and `undoes` the one it takes back.
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
        verbose_name = pgettext_lazy("model", "correction")
        verbose_name_plural = pgettext_lazy("model", "corrections")

    def __str__(self) -> str:
        return f"correction of {self.match} at {self.seq}"


class Placing(models.Model):
    """The final place of one entry, from 1, shared in a tie; points are an exact fraction."""

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
        verbose_name = pgettext_lazy("model", "final place")
        verbose_name_plural = pgettext_lazy("model", "final places")

    def __str__(self) -> str:
        return f"{self.place}: {self.entry}"

    @property
    def points(self) -> Fraction:
        """Return the exact season points of this place."""
        return Fraction(self.points_numerator, self.points_denominator)
