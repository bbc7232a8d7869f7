"""Show people under 18 by first name and initial, everywhere and at once (F85, ADR 0052).

The full name is deleted, not hidden: so no page, export or calendar can reveal it.
"""

from django.db import transaction

from accounts.erasing import ErasedNames, erase_names
from accounts.models import Player, User
from accounts.name_detection import KnownAs
from accounts.name_versions import bump_versions_of
from accounts.names import short_name


def mark_minor(player: Player) -> Player:
    """Shorten the name for good in all stored texts, remove the public pages, and return the player.

    It may run twice.
    """
    with transaction.atomic():
        bump_versions_of(player.pk)
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        known, fresh.name = fresh.name, short_name(fresh.name)
        fresh.is_minor, fresh.has_page, fresh.lists_events = True, False, False
        fresh.awaits_season = False
        fresh.save(update_fields=["name", "is_minor", "has_page", "awaits_season", "lists_events"])
        User.objects.filter(player=fresh).update(first_name=fresh.name[:150], last_name="")
        if known != fresh.name:
            erase_names(fresh, ErasedNames([KnownAs(known)], fresh.name, erases_person=False))
    return fresh


def unmark_minor(player: Player) -> Player:
    """Store that the player is no minor, and return the player; the name stays short until a new one."""
    Player.objects.filter(pk=player.pk).update(is_minor=False)
    player.is_minor = False
    return player
