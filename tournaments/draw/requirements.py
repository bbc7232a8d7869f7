"""The requirements of a draw: for every tournament, and more for a ranked one (4.6).

Pure: pages show all of them at once, and publishing refuses with the same list.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import Violation

MIN_PEOPLE = 8
MIN_ENTRIES = 2


@dataclass(frozen=True, slots=True)
class Readiness:
    """The state of the preparation.

    `people` counts those checked in; a pair is two. `without_deck`: names of checked-in people who owe a
    deck (the first few), since decks were required later.
    """

    ranked: bool
    entries: int
    people: int
    announced: bool
    has_coordinator: bool
    edition: str
    current_edition: str
    is_confirmed: bool
    kind: str = ""
    kind_accepted: bool = True
    kind_current: bool = True
    without_deck: tuple[str, ...] = ()


def draw_requirements(ready: Readiness) -> tuple[Violation, ...]:
    """Return everything that is missing before a draw can be published."""
    return (*_missing_for_all(ready), *(_missing_for_ranked(ready) if ready.ranked else ()))


def _missing_for_all(ready: Readiness) -> Iterator[Violation]:
    """Yield what every tournament lacks for its draw."""
    if ready.entries < MIN_ENTRIES:
        facts = {"entries": ready.entries, "least": MIN_ENTRIES}
        yield Violation("too_few_entries", facts, "entries")
    if ready.without_deck:
        yield Violation("deck_missing", {"names": ready.without_deck}, "entries")


def _missing_for_ranked(ready: Readiness) -> Iterator[Violation]:
    """Yield what a ranked tournament lacks for its draw beside what every tournament needs."""
    if ready.people < MIN_PEOPLE:
        facts = {"people": ready.people, "least": MIN_PEOPLE}
        yield Violation("too_few_people", facts, "entries", "4.6")
    if not ready.announced:
        yield Violation("not_announced", field="announcement", rule="4.6")
    if not ready.has_coordinator:
        yield Violation("no_coordinator", field="staff", rule="4")
    if ready.edition != ready.current_edition:
        editions = {"edition": ready.edition, "current": ready.current_edition}
        yield Violation("rules_not_current", editions, "rules", "4.6")
    if not ready.is_confirmed:
        yield Violation("regulation_not_confirmed", field="regulation", rule="4.3")
    if not ready.kind_accepted:
        yield Violation("type_not_accepted", {"title_word": ready.kind}, "kind", "4.6")
    elif not ready.kind_current:
        yield Violation("type_not_current", {"title_word": ready.kind}, "kind", "4.6")
