"""What a tournament is played under, and what every game must offer.

Types and variants are values: a game lists its kinds and variants, and judges a sheet by their
numbers. Nothing here knows a particular game.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from core.errors import Violation
from rulesets.kernel.house_rules import COMMON, HouseRule, Value
from rulesets.kernel.sheet import EndedBy, Out, Sheet, Situation, Verdict
from rulesets.kernel.words import Words


@dataclass(frozen=True, slots=True)
class TableSize:
    """Fewest and most *entries* at a table: two pairs are 2–2."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SheetField:
    """One number on a player's line and its bounds, both included.

    `is_side`: the number is that of a side at the table, 0 for none. `asked_first`: pages ask for it with a
    tap, and for the line's other numbers only on demand.
    """

    key: str
    low: int
    high: int
    is_side: bool = False
    asked_first: bool = False


@dataclass(frozen=True, slots=True)
class SheetTerms:
    """What sheets of a game can say, in the order in which pages offer it.

    `endings`: how its matches end; `ways`: how a player can leave. `cards`: the ranks that ties are cut
    with, highest first, empty if nothing is cut. `has_draws`: a game can end without a winner and is
    then played again. `has_redraws`: redraws are noted. `may_be_uncounted`: a side's numbers may be left
    uncounted if they decide and prove nothing. `recorded`: counts on every recorded line, also of types
    without one of them; empty if a line has the type's own.
    """

    endings: tuple[EndedBy, ...]
    ways: tuple[Out, ...]
    cards: tuple[str, ...] = ()
    has_draws: bool = False
    has_redraws: bool = False
    may_be_uncounted: bool = False
    recorded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainWin:
    """What a form fills in once a judge names the winner of a match won by its condition.

    `winner`: the least counts of each of the winner's lines; `others`: the counts of all other lines.
    """

    winner: Mapping[str, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)


STAGES = ("swiss", "groups")
"""What can be played before a bracket: the kinds of stages, as definitions of types and records name them."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A tournament type: `team_size` players an entry, `tables` the allowed range of entries.

    `version` is 0 for those of a rulebook; a composed one has the number of its version,
    the hash of its `texts`, and the hash of its whole definition. `by_word`: no cards show who has won,
    the judge says it. `stages`: the kinds of stages that a ranked tournament may have before its bracket;
    types of a rulebook have none.
    """

    key: str
    title_word: str
    level: str
    team_size: int
    tables: TableSize
    fields: tuple[SheetField, ...]
    version: int = 0
    texts: str = ""
    sha256: str = ""
    by_word: bool = False
    stages: tuple[str, ...] = ()

    @property
    def is_composed(self) -> bool:
        """Return whether people composed it; False for a type of a rulebook."""
        return self.version > 0


@dataclass(frozen=True, slots=True)
class Variant:
    """A set of rules added on top of a type."""

    key: str
    title_word: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one tournament; `time_limit` in minutes, None if matches have none.

    `house_rules` holds only the options that differ from their default. `definition` is the type
    itself if it is composed: then no catalogue needs to know `kind`. `record_format`: sheets of a
    record that was begun in the first format are judged by the rules of that format.
    """

    game: str
    kind: str
    variants: tuple[str, ...]
    table: TableSize
    time_limit: int | None = None
    house_rules: Mapping[str, Value] = field(default_factory=dict)
    definition: Kind | None = None
    record_format: int = 2

    def option(self, code: str) -> Value:
        """Return the value in force of a house rule of every game. Raise `KeyError` for any other code."""
        return self.value_of(COMMON[code])

    def value_of(self, rule: HouseRule) -> Value:
        """Return the value in force of a house rule."""
        return self.house_rules.get(rule.code, rule.default)


class Game(Protocol):
    """One game: its words, its choices, its sheet. Implementations are stateless."""

    @property
    def key(self) -> str:
        """Stable key, `chama`."""

    @property
    def title_word(self) -> str:
        """Return how titles begin, `Chama`."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the tournament types, in catalogue order."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """Return the variants, in catalogue order."""

    @property
    def marks(self) -> tuple[str, ...]:
        """Return what tells the seats of a table apart (Chama: suits); empty if there is nothing."""

    @property
    def sheet_terms(self) -> SheetTerms:
        """Return what its sheets can say."""

    @property
    def words(self) -> Words:
        """Return what pages and the API say of it."""

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """Its own house rules, options first."""

    @property
    def texts(self) -> Path:
        """Return the folder of its rule texts, one folder a language."""

    def kind(self, key: str) -> Kind:
        """Return the type `key`. Raise `Refused` `kind_unknown` if the game has none."""

    def check_choices(
        self,
        kind: str,
        variants: Sequence[str],
        table: TableSize,
        time_limit: int | None,
    ) -> tuple[Violation, ...]:
        """Return everything wrong with a tournament's choices but its house rules.

        `time_limit` is in minutes.
        """

    def cards_due(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Return the cards due in the draw step by person, for `people` at a table; empty if always the same.

        `bringers`: who of the tournament brought a pineapple to it.
        """

    def turn_order(self, rules: Rules, seats: Sequence[int], starter: int) -> tuple[int, ...]:
        """Return the taken `seats` in the order of their turns in a cycle that `starter` begins.

        Empty if the end of a game does not depend on who began it.
        """

    def check_redraw(self, taken: int) -> tuple[Violation, ...]:
        """Return why a player who had `taken` redraws in this match may not have another; () if they may."""

    def starting_counts(self, rules: Rules) -> Mapping[str, int]:
        """Return the number with which each count (key) begins a match, without those that begin at 0."""

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """Return what a form fills in for a winner of so many `members`; empty if a judge must count."""

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """Return the sheet as it is recorded: with a sole leaver's order, the reason without outer spaces.

        A line whose cards were counted has every count, 0 if it was missing; an uncounted line stays so.
        """

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Return all violations of the rules on a sheet at once; without any, winner, placement and scores.

        Never raises for bad input.
        """

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """Return a random sheet that the rules accept, decided by `rng` alone.

        `odds`: weights of endings, in place of the game's own for these endings. Raise `Impossible` if the
        game deals a sheet that its own rules refuse, which is a fault of the game.
        """

    def random_drawn_game(self, rules: Rules, situation: Situation, rng: Random) -> Sheet | None:
        """Return a random drawn game; None if the game, or this match, can have none."""
