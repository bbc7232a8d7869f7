"""Rows of a list that repeat an entry or an earlier row: everything read from them is the same."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.text import fold, name_key
from matches.models import EntryState
from tournaments.entries.lists.values import Meaning, ParsedList
from tournaments.entries.selectors import EntryView
from tournaments.inputs import NewEntry

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)
Facts = tuple[object, ...]


def repeated_lines(parsed: ParsedList, entered: Sequence[EntryView]) -> frozenset[int]:
    """Return the lines that may be left out: same people, and same values in every column that was read."""
    read = [
        meaning
        for meaning in (Meaning.CLUB, Meaning.SEED)
        if not parsed.columns or meaning in parsed.meanings
    ]
    seen: dict[Facts, set[Facts]] = defaultdict(set)
    for view in entered:
        if view.state in LIVE:
            seen[_people(view.names)].add(_facts(view.club, view.seed, read))
    return frozenset(_repeated(parsed, seen, read))


def _repeated(parsed: ParsedList, seen: dict[Facts, set[Facts]], read: Sequence[Meaning]) -> Iterator[int]:
    for row in parsed.rows:
        if row.entry:
            who, facts = _people(row.entry.names), _facts_of_entry(row.entry, read)
            if facts in seen[who]:
                yield row.line
            seen[who].add(facts)


def _people(names: Sequence[str]) -> Facts:
    return tuple(sorted(map(name_key, names)))


def _facts_of_entry(entry: NewEntry, read: Sequence[Meaning]) -> Facts:
    return _facts(entry.club, entry.seed, read)


def _facts(club: str, seed: int | None, read: Sequence[Meaning]) -> Facts:
    values = {Meaning.CLUB: fold(club), Meaning.SEED: seed}
    return tuple(values[meaning] for meaning in read)
