"""Names are shown beside records and stand in none: a change of one makes a version of each of them."""

from collections.abc import Collection

from django.db.models import F

from accounts.models import Persona
from core.models import Ledger


def shown_anew(*players: int) -> None:
    """Count a change for every record that these people (keys of players) take part in.

    Call it first in the transaction that changes the name, or who stands behind a code: acts of a tournament
    take its record's lock before they look at people, so code that changes people does too.
    """
    touch(Persona.objects.filter(player__in=players).values_list("ledger", flat=True))


def touch(ledgers: Collection[int]) -> None:
    """Count a change beside these records (keys of ledgers), whose rows are locked one after the other."""
    rows = Ledger.objects.filter(pk__in=ledgers).order_by("pk").select_for_update()
    found = list(rows.values_list("pk", flat=True))
    Ledger.objects.filter(pk__in=found).update(unrecorded=F("unrecorded") + 1)
