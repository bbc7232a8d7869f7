"""People, with or without an account, their clubs, and their codes in records."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.account import User
from accounts.names import page_of
from core.db.folded import FoldedField, FoldedModel
from core.models import Ledger
from core.record.codes import new_code


def new_player_code() -> str:
    """Return a new public id of a player."""
    return new_code("p")


class Club(models.Model):
    """A club or a city; the coordinator may keep its members apart in round 1."""

    name = models.CharField(max_length=80, unique=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Player(FoldedModel):
    """A person who plays or helps, with an account or entered by an organizer."""

    code = models.CharField(max_length=12, unique=True, default=new_player_code)
    name = models.CharField(max_length=80)
    folded = FoldedField(of="name")
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="players")
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    has_page = models.BooleanField(_("Has a public page"), default=True, db_default=True)
    awaits_season = models.BooleanField(
        _("Gets a public page with the first season result"), default=False, db_default=False
    )
    lists_events = models.BooleanField(
        _("Lists the tournaments they organize"), default=False, db_default=False
    )
    is_minor = models.BooleanField(
        _("Is a minor: shown by first name and initial"), default=False, db_default=False
    )
    is_narrowed = False  # whether they act by an API key that is narrower than a judge's rights (`Scope`)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name")]
        indexes = [
            models.Index(fields=["name", "id", "folded", "has_page"], name="player_pages_by_name"),
            models.Index(fields=["id"], condition=models.Q(folded=None), name="player_not_folded"),
            models.Index(fields=["folded"], name="player_by_folded_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def without_account(cls, name: str, **facts: Any) -> "Player":
        """Return a new, unsaved person without an account: no public page before a season result (F131)."""
        return cls(name=name, has_page=False, awaits_season=True, **facts)

    @property
    def page(self) -> str:
        """Return the code of the player's public page; empty if there is none."""
        return page_of(self.code, self.name, self.has_page)


class Persona(models.Model):
    """A player's code in one record, which contains no names."""

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="personas")
    player = models.ForeignKey(Player, models.PROTECT, related_name="personas")
    code = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ledger", "player"], name="persona_once_a_player"),
            models.UniqueConstraint(fields=["ledger", "code"], name="persona_code_once"),
        ]
        verbose_name = pgettext_lazy("model", "code in a record")
        verbose_name_plural = pgettext_lazy("model", "codes in records")

    def __str__(self) -> str:
        return f"{self.code}: {self.player}"
