"""Check new entries, by any author and in any number. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from accounts.contacts import contact_in
from accounts.names import clean_name
from core.errors import Refused, Violation
from core.text import name_key
from tournaments.inputs import NewEntry

NAME_TAKEN = frozenset({"already_entered", "twice_on_list"})
"""Codes that ask whether an entry of this name is the same person."""


def check_entries(entries: Sequence[NewEntry], size: int, live: Iterable[str]) -> list[Violation]:
    """Return everything wrong with the rows, against each other and against the `live` names (`name_key`).

    `size` is the number of people in an entry. Paths begin with `rows.3.`, from 0. [] if all is well.
    """
    taken, found = TakenNames(frozenset(live)), []
    for index, entry in enumerate(entries):
        found += [replace(v, field=f"rows.{index}.{v.field}") for v in _check_entry(entry, size, taken)]
        taken.listed.update(name_key(name) for name in _clean_names(entry.names))
    return found


@dataclass(frozen=True, slots=True)
class TakenNames:
    """The keys (`name_key`) of names already entered, and of those in earlier rows of the list."""

    entered: frozenset[str]
    listed: set[str] = field(default_factory=set)

    def violation_code(self, key: str) -> str | None:
        """Return `already_entered` or `twice_on_list`; None if the name is new."""
        if key in self.entered:
            return "already_entered"
        return "twice_on_list" if key in self.listed else None


def _check_entry(entry: NewEntry, size: int, taken: TakenNames) -> Iterator[Violation]:
    """Yield everything wrong with one entry; paths name its fields without the row."""
    if len(entry.names) != size:
        yield Violation("players_wrong_number", {"needed": size, "given": len(entry.names)}, "names")
    within: set[str] = set()
    for position, name in enumerate(entry.names):
        is_answered = bool(entry.answer(position))
        yield from _check_name(name, f"names.{position}", taken, within, is_answered)
    yield from _check_club(entry.club)
    yield from () if entry.insists else _check_contacts(entry)
    if entry.seed is not None and not 1 <= entry.seed <= 100_000:
        yield Violation("seed_out_of_range", {"low": 1, "high": 100_000}, "seed")


def _check_name(
    name: str, path: str, taken: TakenNames, within: set[str], is_answered: bool
) -> Iterator[Violation]:
    """Yield what is wrong with one name; adds its key to `within`, the names of the same entry."""
    try:
        key = name_key(clean_name(name))
    except Refused as refused:
        yield from (replace(v, field=path) for v in refused.violations)
        return
    if key in within:
        yield Violation("same_person_twice", {"name": name}, path)
    elif not is_answered and (code := taken.violation_code(key)):
        yield Violation(code, {"name": name}, path)
    within.add(key)


def _check_club(club: str) -> Iterator[Violation]:
    """Yield what is wrong with the name of the club; an empty one is fine."""
    try:
        clean_name(club.strip() or "-")
    except Refused as refused:
        yield from (replace(v, field="club") for v in refused.violations)


def _check_contacts(entry: NewEntry) -> Iterator[Violation]:
    """Yield a violation for each e-mail address or telephone number that would become public."""
    public = {**{f"names.{position}": name for position, name in enumerate(entry.names)}, "club": entry.club}
    for path, text in public.items():
        if found := contact_in(text):
            yield Violation("looks_like_contact", {"contact": found}, path)


def _clean_names(names: Sequence[str]) -> Iterator[str]:
    """Yield the clean names, without those that are refused."""
    for name in names:
        try:
            yield clean_name(name)
        except Refused:
            continue
