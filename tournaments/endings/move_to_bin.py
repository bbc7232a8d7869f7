"""Delete a tournament that never was public: it lies in the bin for thirty days, and can be restored.

A tournament that was public is never deleted, only cancelled. The database refuses it too: a tournament in
the bin is neither announced nor drawn (`binned_was_never_public`), and every row that refers to a tournament
protects it.
"""

from datetime import datetime, timedelta

from accounts.models import Persona, Player
from core.errors import Violation, refuse_all
from core.jobs.outbox import cancel, enqueue
from core.models import Ledger
from core.record.act import acting
from core.record.erasing import erase_lines
from matches.models import Entry, PhysicalTable, Waiting
from tournaments.act import acting_on
from tournaments.models import Confirmation, Staff, Tournament

KEPT = timedelta(days=30)
ERASE = "tournaments.erase"


def move_to_bin(
    tournament: Tournament, *, typed: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Move the tournament to the bin, where only its organizers find it, until it is erased after `KEPT`.

    `typed` is its name, typed again to confirm. Raises `Refused` `name_mistyped`, and `was_public` if it ever
    was public.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        refuse_all(_wrong(fresh, typed))
        fresh.binned_at = now
        fresh.save(update_fields=["binned_at"])
        enqueue(ERASE, ctx.act.ledger, key=str(fresh.ledger_id), due=now + KEPT, now=now)
        return fresh


def restore_from_bin(tournament: Tournament, *, by: Player, now: datetime) -> Tournament:
    """Restore the tournament from the bin. Idempotent."""
    with acting_on(tournament, by=by, need="restore", now=now) as ctx:
        fresh = ctx.tournament
        fresh.binned_at = None
        fresh.save(update_fields=["binned_at"])
        cancel(ERASE, str(fresh.ledger_id))
        return fresh


def erase(ledger_id: int, *, now: datetime) -> bool:
    """Delete a tournament that was in the bin long enough, with its record; return whether there was one.

    People are not deleted.
    """
    due = Tournament.objects.filter(ledger=ledger_id, binned_at__lte=now - KEPT)
    if not due.exists():
        return False
    with acting(ledger_id, now=now):
        old = due.first()
        if old is not None:
            _erase(old)
    return old is not None


def _wrong(tournament: Tournament, typed: str) -> list[Violation]:
    found = []
    if tournament.is_published or tournament.draws.exists():
        found.append(Violation("was_public"))
    if " ".join(typed.split()).casefold() != tournament.name.casefold():
        found.append(Violation("name_mistyped", {"name": tournament.name}, "typed"))
    return found


def _erase(tournament: Tournament) -> None:
    """Delete rows before those they refer to; a row of a public tournament would be protected here."""
    ledger = tournament.ledger_id
    Staff.objects.filter(tournament=tournament).delete()
    Confirmation.objects.filter(tournament=tournament).delete()
    tournament.delete()
    for model in (Waiting, Entry, PhysicalTable, Persona):
        model._base_manager.filter(ledger=ledger).delete()
    erase_lines(ledger)
    Ledger.objects.filter(pk=ledger).delete()
