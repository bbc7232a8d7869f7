"""Entries as lists and as a preview of an import."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from core.errors import Violation
from core.text import name_key
from matches.models import Member
from tournaments.entries.identity import IdentifiedEntries, identify
from tournaments.entries.known_players import Candidate
from tournaments.entries.lists.values import ParsedList, ParsedRow
from tournaments.models import Tournament

PERSON = (
    "persona__code",
    "persona__player__code",
    "persona__player__name",
    "pineapple",
    "persona__player__folded",
)
ENTRY = (
    "entry__code",
    "entry__number",
    "entry__state",
    "entry__seed",
    "entry__club__name",
    "entry__changed_seq",
    "entry__club_id",
)


@dataclass(frozen=True, slots=True)
class PersonView:
    """One person of an entry; `folded` is the key of the name, None until the database has it."""

    persona_code: str
    player_code: str
    name: str
    pineapple: bool
    folded: str | None = None

    @property
    def key(self) -> str:
        """Return the key by which names are compared."""
        return self.folded or name_key(self.name)


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry of the list; `seq` is the record's number at its latest change."""

    code: str
    number: int
    state: str
    seed: int | None
    club: str
    people: tuple[PersonView, ...]
    seq: int
    club_number: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of its people, in order."""
        return tuple(person.name for person in self.people)


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One row of a list before import: known people, violations, and what was left out.

    `line` counts from 1. `known` says for each name whether it is a known person; `candidates` holds for each
    name the known players of a question, answered or not. `notes` are facts that stop nothing.
    """

    line: int
    names: tuple[str, ...]
    known: tuple[bool, ...]
    club: str
    seed: int | None
    violations: tuple[Violation, ...]
    candidates: tuple[tuple[Candidate, ...], ...] = ()
    notes: tuple[Violation, ...] = ()


def entry_views(tournament: Tournament) -> tuple[EntryView, ...]:
    """Return every entry in order of entering, with withdrawn ones, in one query."""
    members = Member.objects.filter(entry__ledger=tournament.ledger_id).order_by("entry__number", "position")
    rows = members.values_list(*ENTRY, *PERSON)
    return tuple(_entry_view(its_rows) for _, its_rows in groupby(rows, lambda row: row[0]))


def _entry_view(rows: Iterator[tuple[Any, ...]]) -> EntryView:
    """Return the entry of these rows, one for each of its people."""
    first, *others = rows
    code, number, state, seed, club, seq, club_number = first[: len(ENTRY)]
    people = tuple(PersonView(*row[len(ENTRY) :]) for row in (first, *others))
    return EntryView(code, number, state, seed, club or "", people, seq, club_number)


def preview_import(tournament: Tournament, parsed: ParsedList) -> list[PreviewRow]:
    """Return each row as an import would read it, in order; stores nothing.

    The `violations` of a row name fields as `names.0`.
    """
    found = identify(tournament, [row.entry for row in parsed.rows if row.entry])
    wrong: dict[int, list[Violation]] = defaultdict(list)
    for violation in found.violations:
        _, index, field = violation.field.split(".", 2)
        wrong[int(index)].append(replace(violation, field=field))
    numbers = iter(range(len(parsed.rows)))
    return [_preview(row, found, wrong, next(numbers) if row.entry else -1) for row in parsed.rows]


def _preview(
    row: ParsedRow, found: IdentifiedEntries, wrong: Mapping[int, Sequence[Violation]], number: int
) -> PreviewRow:
    """Return the row with known people. `number` counts readable rows from 0, -1 for an unreadable one.

    `wrong` are the violations by that number.
    """
    entry = row.entry
    positions = range(len(entry.names)) if entry else ()
    return PreviewRow(
        line=row.line,
        names=entry.names if entry else (),
        known=tuple(entry is not None and found.known.find(entry, at) is not None for at in positions),
        club=entry.club if entry else "",
        seed=entry.seed if entry else None,
        violations=(*row.violations, *wrong.get(number, ())),
        candidates=tuple(found.candidates.get((number, at), ()) for at in positions),
        notes=row.notes,
    )
