"""Undo an import: remove exactly its entries, until the first check-in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.erasing import unname
from accounts.models import Persona, Player
from core.errors import Forbidden, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState
from tournaments.act import ActContext, acting_on, check_seen
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.entries.wait import fill_places
from tournaments.lines.entries import EntryCheckedIn, EntryWithdrawn
from tournaments.lines.integrity import ImportUndone
from tournaments.models import State, Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class EntryImport:
    """An import that can be undone: the `number` of its first line, its time and its number of entries."""

    number: int
    at: datetime
    entries: int


def undo_import(
    tournament: Tournament, *, number: int, by: Player, now: datetime, seen: int | None = None
) -> int:
    """Remove all entries of the import with this number; return how many.

    The removed people are named nowhere in this tournament; people known only by this import are deleted.
    Raises `Forbidden` `not_found`, `Stale` `entries_closed` or `check_in_begun`, and `stale` if one of the
    entries changed after `seen`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        entries = _entries(ctx, number, seen)
        ctx.act.write(ImportUndone())
        for entry in entries:
            if entry.state in LIVE:
                ctx.act.write(EntryWithdrawn(entry.code, ""))
        _remove(ctx, entries)
        fill_places(ctx)
        return len(entries)


def open_imports(tournament: Tournament) -> tuple[EntryImport, ...]:
    """Return the imports that can be undone now, latest first."""
    found = Entry.objects.filter(ledger=tournament.ledger_id, import_seq__isnull=False)
    numbers = [
        number for (number,) in found.order_by("-import_seq").values_list("import_seq") if number is not None
    ]
    if not numbers or why_closed(tournament):
        return ()
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__in=set(numbers))
    moments = dict(lines.values_list("seq", "at"))
    return tuple(
        EntryImport(number, moments[number], numbers.count(number)) for number in dict.fromkeys(numbers)
    )


def imported_entries(tournament: Tournament, number: int) -> list[EntryView]:
    """Return the entries of the import with this number, in order."""
    found = Entry.objects.filter(ledger=tournament.ledger_id, import_seq=number)
    codes = set(found.values_list("code", flat=True))
    return [view for view in entry_views(tournament) if view.code in codes] if codes else []


def is_undone(tournament: Tournament, number: int) -> bool:
    """Return whether an import was undone since the line with this number."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__gt=number)
    return lines.filter(type=ImportUndone.type).exists()


def why_closed(tournament: Tournament) -> str | None:
    """Return the code of the reason why no import can be undone, or None."""
    if tournament.state != State.PREPARING:
        return "entries_closed"
    begun = RecordLine.objects.filter(ledger=tournament.ledger_id, type=EntryCheckedIn.type).exists()
    return "check_in_begun" if begun else None


def _entries(ctx: ActContext, number: int, seen: int | None) -> list[Entry]:
    """Return the import's entries. Raise if there are none or they changed since."""
    entries = list(Entry.objects.filter(ledger=ctx.act.ledger, import_seq=number).order_by("number"))
    if not entries:
        raise Forbidden("not_found")
    if closed := why_closed(ctx.tournament):
        raise Stale(closed)
    for entry in entries:
        check_seen(entry, seen, ctx.act.seq)
    return entries


def _remove(ctx: ActContext, entries: Sequence[Entry]) -> None:
    people = set(Persona.objects.filter(memberships__entry__in=entries).values_list("pk", flat=True))
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
    unname_absent(people)


def unname_absent(people: Collection[int]) -> None:
    """Remove the names behind those of these personas (keys) without entry, role or place on the waiting
    list.
    """
    found = Persona.objects.filter(pk__in=people, memberships=None, staff_roles=None)
    unname(list(found.exclude(waits__live=True).order_by("pk")))
