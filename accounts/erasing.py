"""Somebody asks to be forgotten: name, club and account go, what they played stays.

A record bears codes only, so brackets, sheets and chains stay as they are. A player who has played is never
deleted: the database refuses it.
"""

from django.db import transaction

from accounts.models import Player
from accounts.showing import shown_anew

NOBODY = "Anônimo "


def pseudonym(player: Player) -> str:
    """What stands where the name stood."""
    return f"{NOBODY}{player.code.upper()}"


def erased_codes() -> list[str]:
    """The public codes of all who were forgotten: what has to be done again after an older backup (F84)."""
    found = Player.objects.filter(user=None, name__startswith=NOBODY).order_by("code")
    return [player.code for player in found.only("code", "name") if player.name == pseudonym(player)]


def anonymise(player: Player) -> Player:
    """Replace the name by a pseudonym and remove account and club; doing it again changes nothing."""
    with transaction.atomic():
        shown_anew(player.pk)
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        account = fresh.user
        fresh.name, fresh.user, fresh.club = pseudonym(fresh), None, None
        fresh.save(update_fields=["name", "user", "club"])
        if account is not None:
            account.delete()
    return fresh
