"""The interface of a game for the rest of the checker: its words, its types, its sheets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from checker.ending.sides import Side
from checker.reading.lines import Data
from checker.reading.terms import Keys

Fault = tuple[str, str]
"""The rule that is broken, and what is wrong."""
Options = Mapping[str, tuple[object, tuple[object, ...]]]
"""House rule → default and choices."""


class Kind(Protocol):
    """A type of tournament, as the checker needs it."""

    @property
    def word(self) -> str:
        """What the title says after the game."""

    @property
    def pairs(self) -> bool:
        """Whether an entry is two players."""

    @property
    def tables(self) -> tuple[int, int]:
        """The fewest and the most entries at a table, both included."""


@dataclass(frozen=True)
class Plain:
    """A type that needs nothing else of its record: its words, whether of pairs, and its tables."""

    word: str
    pairs: bool = False
    tables: tuple[int, int] = (2, 2)


@dataclass(frozen=True)
class Table:
    """What a sheet is judged against: the tournament's terms and who sits where."""

    kind: Any
    limit: int | None
    """Minutes of a match; None without a time limit."""
    options: Mapping[str, Any]
    """The house rules that differ from their default."""
    side_of: Mapping[str, int]
    """Player → side."""
    entries: Mapping[int, str | None]
    """Side → entry."""
    started: bool = True
    called: bool = False
    """Whether time was called."""
    decided: bool = False
    """Whether a sheet stood already, so that this one corrects it."""
    is_second_format: bool = True
    """Whether the record is in the second format, which requires more of a walkover."""
    replaced: Sequence[Data] = ()
    """The lines that the replaced had on a rewritten sheet, without their players: they count for no side."""

    def option(self, code: str, default: Any) -> Any:
        """Return the value of a house rule in this tournament, or `default`."""
        return self.options.get(code, default)

    def side(self, entry: str | None) -> int | None:
        """Return the side on which an entry sits; None if it sits nowhere here."""
        return next((side for side, seated in self.entries.items() if seated and seated == entry), None)


@dataclass(frozen=True)
class Game:
    """A game; `faults` judges a sheet, `drawn` the lines of a drawn game."""

    key: str
    word: str
    kinds: Mapping[str, Kind]
    options: Options
    counts: Keys
    """The keys of a sheet's line beside `player`, `out` and `out_order`."""
    outs: tuple[str, ...]
    sides: Callable[[Sequence[Data], Mapping[str, int]], Sequence[Side]]
    faults: Callable[[Data, Table], Iterator[Fault]]
    drawn: Callable[[Sequence[Data], Table], bool] | None = None
    counts_in_first: Keys = field(default_factory=dict)
    """Those that records of the first format never leave uncounted."""
    variants: Mapping[str, str] = field(default_factory=dict)
    suits: tuple[str, ...] = ()
    finishes_cycle: bool = False
    """Whether a timed game ends with a cycle in seating order, so that it matters who began."""
    cards: tuple[str, ...] = ()
    """The cards that are cut for who begins, highest first."""
    redraws: int = 0
    """How often one player may redraw in a match."""
    decks: str = ""
    """The option that requires deck lists; empty in a game without decks of one's own."""
    seeded: bool = False
    """Whether the product can play the game's chances from a seed."""
    defined: Callable[[Data], Kind] | None = None
    """The type that a record defines itself, in a game with composed types."""
    definition_faults: Callable[[Data], Iterator[str]] | None = None

    def kind(self, setup: Data) -> Kind | None:
        """Return the type of a tournament with these terms; None if neither book nor record has it."""
        if setup.get("definition") and self.defined is not None:
            return self.defined(setup)
        return None if setup.get("definition") else self.kinds.get(setup["kind"])

    def kind_faults(self, setup: Data) -> Iterator[str]:
        """Yield what is wrong with the type that a record defines itself; nothing if it defines none."""
        if not setup.get("definition"):
            return
        if self.definition_faults is None:
            yield f"{self.word} has no composed types"
        else:
            yield from self.definition_faults(setup)

    def title(self, word: str, name: str, variants: Sequence[str], year: int) -> str:
        """Return the title that follows from a tournament's parts (4.5); `word`: that of its type."""
        added = ", ".join(word for key, word in self.variants.items() if key in variants)
        return f"{self.word}: {word} {name}{f' ({added})' if added else ''} {year}"
