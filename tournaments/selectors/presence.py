"""Who is entered and who is here: the rows of the entry list and of the door."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from accounts.models import Player
from matches.models import Entry, EntryState, Member
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of an entry; `code` is the persona's, `brought` a pineapple."""

    code: str
    name: str
    brought: bool


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as lists show it. `twin` says that somebody else is entered under the same name."""

    code: str
    number: int
    people: tuple[Person, ...]
    club: str
    seed: int | None
    state: str
    changed_seq: int
    twin: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its people."""
        return tuple(person.name for person in self.people)

    @property
    def brought(self) -> int:
        """How many of its people brought a pineapple."""
        return sum(person.brought for person in self.people)

    @property
    def is_present(self) -> bool:
        """Whether the entry is checked in."""
        return self.state == EntryState.CHECKED_IN

    @property
    def has_left(self) -> bool:
        """Whether the entry plays no more."""
        return self.state in (EntryState.WITHDRAWN, EntryState.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Presence:
    """Live entries and people (a pair is two), and how many of both are here."""

    entries: int
    entries_present: int
    people: int
    people_present: int

    @property
    def entries_expected(self) -> int:
        """Entries that are not here yet."""
        return self.entries - self.entries_present


def entry_rows(tournament: Tournament) -> tuple[EntryRow, ...]:
    """Every entry with its people, in the order they were entered; two queries."""
    entries = list(_entries(tournament))
    names = Counter(_folded(member.persona.player.name) for entry in entries for member in _members(entry))
    return tuple(_row(entry, names) for entry in entries)


def entry_row(tournament: Tournament, code: str) -> EntryRow:
    """One entry's row; `Entry.DoesNotExist` where the tournament has none of that code."""
    return _row(_entries(tournament).get(code=code), Counter())


def own_entry(tournament: Tournament, player: Player) -> EntryRow | None:
    """The live entry that the player belongs to, or None."""
    own = _entries(tournament).filter(members__persona__player=player, members__live=True).first()
    return _row(own, Counter()) if own else None


def presence(rows: Iterable[EntryRow]) -> Presence:
    """The counts of these rows."""
    live = [row for row in rows if not row.has_left]
    here = [row for row in live if row.is_present]
    return Presence(len(live), len(here), _people(live), _people(here))


def matching(rows: Sequence[EntryRow], text: str) -> tuple[EntryRow, ...]:
    """The rows whose names, club or number hold every word of `text`, whatever its accents and case."""
    words = _folded(text).split()
    return tuple(row for row in rows if all(word in _haystack(row) for word in words))


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    found = Entry.objects.filter(ledger_id=tournament.ledger_id).select_related("club")
    return found.prefetch_related(Prefetch("members", Member.objects.select_related("persona__player")))


def _members(entry: Entry) -> list[Member]:
    return list(entry.members.all())


def _row(entry: Entry, names: Counter[str]) -> EntryRow:
    members = _members(entry)
    return EntryRow(
        code=entry.code,
        number=entry.number,
        people=tuple(Person(m.persona.code, m.persona.player.name, m.pineapple) for m in members),
        club=entry.club.name if entry.club else "",
        seed=entry.seed,
        state=entry.state,
        changed_seq=entry.changed_seq,
        twin=any(names[_folded(m.persona.player.name)] > 1 for m in members),
    )


def _people(rows: Iterable[EntryRow]) -> int:
    return sum(len(row.people) for row in rows)


def _haystack(row: EntryRow) -> str:
    return _folded(" ".join([*(person.name for person in row.people), row.club, str(row.number)]))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
