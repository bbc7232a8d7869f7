"""Versions of records for changed names, so that cached pages show them: names are not part of records."""

from collections.abc import Collection

from django.db.models import F, Q

from accounts.models import Persona
from core.models import Ledger


def bump_versions_of(*players: int) -> None:
    """Bump the version of every record with these players (primary keys).

    Call it first in the transaction that changes a name, or the person behind a code. Acts lock the
    tournament's record before they read people, so code that changes people has to do so too.
    """
    bump_version(Persona.objects.filter(player__in=players).values_list("ledger", flat=True))


def bump_versions_of_club(club: int) -> None:
    """Bump the version of every record with an entry, or one that waits, of this club (primary key).

    Call it first in the transaction that changes the club's name.
    """
    shows_it = Q(memberships__entry__club=club) | Q(waits__waiting__club=club)
    bump_version(Persona.objects.filter(shows_it).values_list("ledger", flat=True))


def bump_version(ledgers: Collection[int]) -> None:
    """Count one unrecorded change for each of these records (primary keys of ledgers), under their locks."""
    rows = Ledger.objects.filter(pk__in=ledgers).order_by("pk").select_for_update()
    found = list(rows.values_list("pk", flat=True))
    Ledger.objects.filter(pk__in=found).update(unrecorded=F("unrecorded") + 1)
