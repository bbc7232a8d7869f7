"""Undo an import: remove exactly its entries, until the first check-in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.erasing import anonymise_personas
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

    People without another part in this tournament are then named nowhere in it; those known only by this
    import are deleted. Free places go to the waiting list. Raises `Forbidden` `not_found`, `Stale`
    `entries_closed` or `check_in_begun`, and `stale` if one of the entries changed after `seen`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        entries = _require_entries(ctx, number, seen)
        ctx.act.write(ImportUndone())
        for entry in entries:
            if entry.state in LIVE:
                ctx.act.write(EntryWithdrawn(entry.code, ""))
        _delete_entries(ctx, entries)
        fill_places(ctx)
        return len(entries)


def open_imports(tournament: Tournament) -> tuple[EntryImport, ...]:
    """Return the imports that can be undone now, latest first; () if none can."""
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
    """Return the entries of the import with this number, in order; [] if there is no such import."""
    found = Entry.objects.filter(ledger=tournament.ledger_id, import_seq=number)
    codes = set(found.values_list("code", flat=True))
    return [view for view in entry_views(tournament) if view.code in codes] if codes else []


def has_undone_import_after(tournament: Tournament, number: int) -> bool:
    """Return whether any import was undone after the record line with this number."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__gt=number)
    return lines.filter(type=ImportUndone.type).exists()


def why_closed(tournament: Tournament) -> str | None:
    """Return why no import can be undone: `entries_closed` or `check_in_begun`; None if one can."""
    if tournament.state != State.PREPARING:
        return "entries_closed"
    begun = RecordLine.objects.filter(ledger=tournament.ledger_id, type=EntryCheckedIn.type).exists()
    return "check_in_begun" if begun else None


def _require_entries(ctx: ActContext, number: int, seen: int | None) -> list[Entry]:
    """Return the import's entries, in order.

    Raises `Forbidden` `not_found`, `Stale` with the code of `why_closed`, or `stale`.
    """
    entries = list(Entry.objects.filter(ledger=ctx.act.ledger, import_seq=number).order_by("number"))
    if not entries:
        raise Forbidden("not_found")
    if closed := why_closed(ctx.tournament):
        raise Stale(closed)
    for entry in entries:
        check_seen(entry, seen, ctx.act.seq)
    return entries


def _delete_entries(ctx: ActContext, entries: Sequence[Entry]) -> None:
    """Delete these entries, and the names of people who then have no part in the tournament."""
    people = set(Persona.objects.filter(memberships__entry__in=entries).values_list("pk", flat=True))
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
    unname_absent(people)


def unname_absent(people: Collection[int]) -> None:
    """Remove the names behind these personas (primary keys), except of people who still have a part here.

    A part is an entry, a role of the staff, or a place on the waiting list.
    """
    found = Persona.objects.filter(pk__in=people, memberships=None, staff_roles=None)
    anonymise_personas(list(found.exclude(waits__live=True).order_by("pk")))
