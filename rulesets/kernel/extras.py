"""What only some games offer beside `Game`: ask `isinstance` before you call it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from core.errors import Violation
from rulesets.kernel.counting import Aid
from rulesets.kernel.decks import DeckReport
from rulesets.kernel.house_rules import HouseRule, Value
from rulesets.kernel.rules import Game, Kind, Rules
from rulesets.kernel.sheet import Places, Sheet, Situation


@runtime_checkable
class WarnsOfChoices(Protocol):
    """A game with choices that are allowed but not advised."""

    def choice_warnings(
        self, kind: str, house_rules: Mapping[str, Value] | None = None
    ) -> tuple[Violation, ...]:
        """Return what speaks against choices that `Game.check_choices` accepts."""


@runtime_checkable
class WarnsOfTables(Protocol):
    """A game whose variants lose their point at some tables."""

    def table_warnings(
        self, kind: Kind, variants: Collection[str], rounds: Sequence[Sequence[int]]
    ) -> tuple[Violation, ...]:
        """Return what speaks against tables of these sizes (entries, round by round), which may be chosen."""


@runtime_checkable
class ChecksDecks(Protocol):
    """A game whose players build decks under rules."""

    @property
    def deck_option(self) -> HouseRule:
        """Return the house rule that asks for an accepted deck at check-in."""

    def check_deck(self, text: str) -> DeckReport:
        """Return the cards of a deck list, all that is wrong and all warnings. Never raises for bad input."""


@runtime_checkable
class TakesPineapples(Protocol):
    """A game with a variant in which it counts who brought a pineapple to the table."""

    def takes_pineapples(self, variants: Collection[str]) -> bool:
        """Return whether that variant is among these."""


@runtime_checkable
class PlacesByLines(Protocol):
    """A game where sides can share a place because cards of one of them were not counted."""

    def places_by_lines(self, rules: Rules, situation: Situation, sheet: Sheet) -> Places:
        """Return the placement by the lines, behind the winner that the sheet names; cuts do not count."""


@runtime_checkable
class CountsAtTable(Protocol):
    """A game whose cards or points a judge can count at the table while it is played."""

    def table_aid(self, rules: Rules) -> Aid:
        """Return how a match under these rules is counted."""


@runtime_checkable
class PlaysAtTable(Protocol):
    """A game that a companion plays with the people at the table, every roll from a recorded seed."""

    @property
    def companion(self) -> str:
        """Return the key of that companion: `kingdoms`."""


@runtime_checkable
class ComposesTypes(Game, Protocol):
    """A game with types that people put together from known blocks."""

    def check_definition(self, key: str, data: Mapping[str, object]) -> tuple[Violation, ...]:
        """Return everything wrong with a definition as a record carries it, whose form was checked before."""

    def definition_warnings(self, data: Mapping[str, object]) -> tuple[Violation, ...]:
        """Return what a sound definition asks for without effect: warnings."""

    def seal(self, data: Mapping[str, object]) -> tuple[str, dict[str, object]]:
        """Return the key that a definition's title words make, and the definition with its hash added."""

    def kind_from(self, key: str, data: Mapping[str, object]) -> Kind:
        """Return the type that a sound definition describes; `key` is the type's key."""

    def with_kinds(self, kinds: Sequence[Kind]) -> Game:
        """Return the same game with more types, behind its own; they replace those of the same key."""
