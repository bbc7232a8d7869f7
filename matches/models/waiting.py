"""The waiting list of a full tournament, beside the record: who waits is in it once a place is theirs."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Persona
from core.models import Ledger
from matches.models.entry import Entry


class WaitingState(models.TextChoices):
    """`waiting` → `entered` (a place became free), or `left` (by themselves, the staff, another entry)."""

    WAITING = "waiting"
    ENTERED = "entered"
    LEFT = "left"


class Waiting(models.Model):
    """A player, or a pair, who would enter; of those who wait the lowest `position` is the next.

    Positions only grow: a person who moves gets a new one. `entry` is what became of it.
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
    """One person of those who wait together. `live` is false once they wait no more."""

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

    def __str__(self) -> str:
        return self.persona.player.name
