"""Split one record of two people with the same name: some tournaments move to a new person.

It is the inverse of `accounts.merging`. Tournament records contain codes and no names, so none changes; only
the person behind a code does. Places, season rows and the profile follow, since they are derived.
"""

from collections.abc import Callable, Collection

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Persona, Player
from accounts.name_versions import bump_versions_of
from core.errors import Refused, Violation

Follower = Callable[[Player, Player, Collection[int]], None]
_FOLLOWERS: list[Follower] = []


def also_splits(follower: Follower) -> Follower:
    """Register, as a decorator, a function that moves other rows of a person when they are split.

    It gets the first person, the second one, and the primary keys of the ledgers that move.
    """
    _FOLLOWERS.append(follower)
    return follower


def splittable_personas(player: Player) -> "QuerySet[Persona]":
    """Return the personas that another person may have been, those of the latest tournaments first.

    That is where the player is entered or on the waiting list, and has no role in the staff.
    """
    plays = Q(memberships__isnull=False) | Q(waits__isnull=False)
    found = Persona.objects.filter(plays, player=player, staff_roles__isnull=True).distinct()
    return found.select_related("ledger__tournament").order_by("-ledger__tournament__year", "-pk")


def split(player: Player, codes: Collection[str]) -> Player:
    """Store these personas (codes) under a new person of the same name, and return that person.

    The account stays with the first. Raise `Refused` `split_nothing` if no code is one of theirs, or
    `split_all` if nothing would stay with a first person without an account.
    """
    with transaction.atomic():
        bump_versions_of(player.pk)
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        moved = [persona for persona in splittable_personas(fresh) if persona.code in set(codes)]
        if not moved:
            raise Refused([Violation("split_nothing")])
        if len(moved) == fresh.personas.count() and fresh.user_id is None:
            raise Refused([Violation("split_all")])
        other = _create_twin(fresh, _common_club(moved))
        Persona.objects.filter(pk__in=[persona.pk for persona in moved]).update(player=other)
        for follower in _FOLLOWERS:
            follower(fresh, other, {persona.ledger_id for persona in moved})
    return other


def _common_club(personas: Collection[Persona]) -> int | None:
    """Return the primary key of the one club for which these were entered.

    None if there is not exactly one.
    """
    keys = {persona.pk for persona in personas}
    entered = Persona.objects.filter(pk__in=keys, memberships__entry__club__isnull=False)
    clubs = set(entered.values_list("memberships__entry__club", flat=True))
    return clubs.pop() if len(clubs) == 1 else None


def _create_twin(player: Player, club: int | None) -> Player:
    """Return a new, saved person of this club, with the same name, `added_by`, `is_minor`, and no account."""
    twin = Player.without_account(
        player.name, club_id=club, added_by=player.added_by, is_minor=player.is_minor
    )
    twin.awaits_season = not player.is_minor
    twin.save()
    return twin
