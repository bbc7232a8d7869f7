"""Rebuild entries and their people from a record."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from accounts.models import Club, Persona
from checker.reading.lines import Line
from core.models import Ledger
from core.record.line import digest
from matches.models import DeckList, DeckWaiver, Entry, EntryState, Member
from records.importing.replay.state import Entry as Replayed
from records.importing.replay.state import State
from tournaments.entries.undo_import import unname_absent
from tournaments.lines.integrity import ImportUndone

BATCH = 500


def restore_entries(
    ledger: Ledger, lines: Sequence[Line], state: State, people: Mapping[str, Persona]
) -> dict[str, Entry]:
    """Create every entry in order of entering, with members and decks; return the rows by code.

    `people` has the record's personas by code. Entries of an undone import are left out, and their people get
    pseudonyms.
    """
    clubs, undone = _get_or_create_clubs(state), _undone_entries(lines)
    codes = [line.data["entry"] for line in lines if line.type == "entry.added"]
    rows = {}
    for number, code in enumerate((code for code in dict.fromkeys(codes) if code not in undone), 1):
        entry = state.entries[code]
        rows[code] = Entry(
            ledger=ledger,
            code=code,
            state=_entry_state(entry),
            seed=entry.seed,
            club=clubs.get(entry.group or ""),
            number=number,
            changed_seq=ledger.head_seq,
        )
    Entry.objects.bulk_create(rows.values(), batch_size=BATCH)
    members = [
        member for code, row in rows.items() for member in _member_rows(row, state.entries[code], people)
    ]
    Member.objects.bulk_create(members, batch_size=BATCH)
    _restore_decks(rows, state, people)
    unname_absent([people[player].pk for code in undone for player in state.entries[code].players])
    return rows


def _undone_entries(lines: Sequence[Line]) -> set[str]:
    """Return the codes of entries of undone imports: added in one act with one that an undo removes."""
    acts = {line.at for line in lines if line.data.get("what") == ImportUndone.what}
    if not acts:
        return set()
    added = {line.data["entry"]: line.at for line in lines if line.type == "entry.added"}
    gone = {added[line.data["entry"]] for line in lines if line.type == "entry.withdrawn" and line.at in acts}
    return {entry for entry, at in added.items() if at in gone}


def _restore_decks(rows: Mapping[str, Entry], state: State, people: Mapping[str, Persona]) -> None:
    """Create accepted and waived decks; a record does not contain the lists themselves."""
    entries = [(row, state.entries[code]) for code, row in rows.items()]
    decks = [
        DeckList(
            entry=row,
            persona=people[player],
            version=1,
            sha256=sha256,
            handed_in_at=datetime.fromisoformat(at),
        )
        for row, entry in entries
        for player, (sha256, at) in entry.decks.items()
    ]
    waivers = [
        DeckWaiver(entry=row, reason=reason, at=datetime.fromisoformat(at))
        for row, entry in entries
        for reason, at in [entry.without_decks or ("", "")]
        if reason
    ]
    DeckList.objects.bulk_create(decks, batch_size=BATCH)
    DeckWaiver.objects.bulk_create(waivers, batch_size=BATCH)


def _member_rows(row: Entry, entry: Replayed, people: Mapping[str, Persona]) -> list[Member]:
    """Return the unsaved members of an entry."""
    return [
        Member(
            entry=row,
            persona=people[code],
            position=position,
            live=entry.is_live,
            pineapple=code in entry.pineapples,
        )
        for position, code in enumerate(entry.players, 1)
    ]


def _entry_state(entry: Replayed) -> EntryState:
    """Return the state of an entry's row."""
    if entry.left == "withdrawn":
        return EntryState.WITHDRAWN
    if entry.left == "disqualified":
        return EntryState.DISQUALIFIED
    return EntryState.CHECKED_IN if entry.checked_in else EntryState.ENTERED


def _get_or_create_clubs(state: State) -> dict[str, Club]:
    """Return clubs by the record's group id; for an unknown id create one with the id as its name."""
    known = {f"c{digest(club.name)[:10]}": club for club in Club.objects.all()}
    wanted = {entry.group for entry in state.entries.values() if entry.group}
    for group in sorted(wanted - set(known)):
        known[group] = Club.objects.get_or_create(name=group)[0]
    return known
