"""Penalties of a tournament, which only its staff sees."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from matches.models import Match
from tournaments.models.tournament import Tournament


class PenaltyKind(models.TextChoices):
    """The severity of a penalty, from least to most; only the coordinator gives the last two."""

    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    DISQUALIFICATION = "disqualification"


class Penalty(models.Model):
    """A penalty with its reason.

    The record has `code`, `kind` and `sha256`, of salt, person and reason. `reason` and `salt` are None if
    the record was imported or the person was erased, `persona` and `by` only if it was imported. `match`: the
    match it was given for, if stated and the person not erased. `withdrawn_at`: it was given by mistake.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalties")
    code = models.CharField(max_length=12)
    persona = models.ForeignKey(Persona, models.PROTECT, null=True, related_name="penalties")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=16, choices=PenaltyKind)
    reason = models.TextField(null=True)  # noqa: DJ001 - null: no longer known
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - as the reason
    sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(Persona, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    seq = models.IntegerField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey(Persona, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code"], name="penalty_code_once"),
            models.UniqueConstraint(fields=["tournament", "seq"], name="penalty_once_a_line"),
            models.CheckConstraint(
                condition=Q(kind__in=["caution", "warning", "game_loss", "disqualification"]),
                name="penalty_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_by__isnull=True) | Q(withdrawn_at__isnull=False),
                name="penalty_withdrawn_has_time",
            ),
        ]
        verbose_name = pgettext_lazy("model", "penalty")
        verbose_name_plural = pgettext_lazy("model", "penalties")

    def __str__(self) -> str:
        return f"{self.kind} {self.code} at {self.seq}"
