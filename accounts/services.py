"""Acts on people: signing up, adding a player without an account, and their code in a record."""

import random
import unicodedata

from django.db import transaction

from accounts.models import Club, Persona, Player, User
from core.codes import SYSTEM, new_code
from core.errors import Refused, Violation
from core.models import Ledger

LONGEST_NAME = 80


def clean_name(name: str) -> str:
    """NFC without control, format and bidi characters, blanks collapsed.

    Raises `Refused` with `name_missing` or `name_too_long`.
    """
    kept = (c for c in unicodedata.normalize("NFC", name) if c.isspace() or unicodedata.category(c)[0] != "C")
    cleaned = " ".join("".join(kept).split())
    if not cleaned:
        raise Refused([Violation("name_missing", field="name")])
    if len(cleaned) > LONGEST_NAME:
        raise Refused([Violation("name_too_long", {"most": LONGEST_NAME}, field="name")])
    return cleaned


@transaction.atomic
def sign_up(username: str, password: str, *, name: str) -> User:
    """Create an account and the player who goes with it."""
    display = clean_name(name)
    user = User.objects.create_user(username=username, password=password, first_name=display[:150])
    Player.objects.create(name=display, user=user)
    return user


def add_player(name: str, *, club: str = "", added_by: User | None = None) -> Player:
    """Add somebody who has no account (yet)."""
    return Player.objects.create(name=clean_name(name), club=club_named(club), added_by=added_by)


def club_named(name: str) -> Club | None:
    """The club of that name, made where it is new; None for a blank name."""
    if not name.strip():
        return None
    return Club.objects.get_or_create(name=clean_name(name))[0]


def persona_of(ledger: Ledger, player: Player, *, rng: random.Random = SYSTEM) -> Persona:
    """The player's persona in this record; call it under the ledger's lock."""
    persona = Persona.objects.filter(ledger=ledger, player=player).first()
    return persona or Persona.objects.create(ledger=ledger, player=player, code=new_code("p", rng))
