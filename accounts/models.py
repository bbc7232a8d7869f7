"""People: accounts, players (with or without an account), clubs, and who is who in one record."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from core.codes import new_code
from core.models import Ledger


def new_player_code() -> str:
    """A public id of a player."""
    return new_code("p")


class User(AbstractUser):
    """Somebody who signs in. What they may do depends on the tournament, not on the account."""

    player: "Player"


class Club(models.Model):
    """A club or a city; club-mates are kept apart in round 1 where the coordinator wishes."""

    name = models.CharField(max_length=80, unique=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays or helps, with an account or entered by an organizer."""

    code = models.CharField(max_length=12, unique=True, default=new_player_code)
    name = models.CharField(max_length=80)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="players")
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Persona(models.Model):
    """A player under the opaque code that stands for them in one record, which bears no names."""

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="personas")
    player = models.ForeignKey(Player, models.PROTECT, related_name="personas")
    code = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ledger", "player"], name="persona_once_a_player"),
            models.UniqueConstraint(fields=["ledger", "code"], name="persona_code_once"),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.player}"
