"""Castelo as a `Game`: a duel, two duels of pairs, and Imortal for three to eight (13).

The book has no numbers. Its parts are numbered here in its own order, as in our text of the rules:
1 objective, 2 kinds of cards, 3 production, 4 troops, 5 instants, 6 permanents, 7 traps, 8 the table,
9 the deck and the hand, 10 castle and wall, 11 the turn, 12 combat, 13 ways to play.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from core.errors import Refused, Violation
from rulesets.games.castelo import deck
from rulesets.games.castelo.aid import CasteloAid
from rulesets.games.castelo.falling_rules import check_falls, with_implied_orders
from rulesets.games.castelo.house_rules import (
    CASTLE_DECK_CHECK,
    CASTLE_START,
    CASTLE_TIMED_TIE,
    HOUSE_RULES,
    WALL_START,
)
from rulesets.games.castelo.points import FIELDS, MAX_PLAYERS, fall, start_warnings, strength
from rulesets.games.castelo.random_points import deal
from rulesets.games.castelo.words import WORDS
from rulesets.kernel import choices, last_standing, random_standing
from rulesets.kernel.decks import DeckReport
from rulesets.kernel.house_rules import HouseRule, Value
from rulesets.kernel.rules import Kind, PlainWin, Rules, SheetTerms, TableSize, Variant
from rulesets.kernel.sheet import EndedBy, Out, Sheet, Situation, Verdict
from rulesets.kernel.tables import read_table, with_zeros
from rulesets.kernel.turns import seats_in_turn
from rulesets.kernel.words import Words

LEVEL = "open"
_TWO = TableSize(2, 2)

KINDS = (
    Kind("duelo", "Duelo", LEVEL, 1, _TWO, FIELDS),
    Kind("duplas", "Duelo de Duplas", LEVEL, 2, _TWO, FIELDS),
    Kind("duplas-cooperativo", "Duelo de Duplas Cooperativo", LEVEL, 2, _TWO, FIELDS),
    Kind("imortal", "Imortal", LEVEL, 1, TableSize(3, MAX_PLAYERS), FIELDS),
)
TERMS = last_standing.Terms(
    ways=frozenset({Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT}),
    strength=strength,
    tie_option=CASTLE_TIMED_TIE,
    count_rule="10",
    win_rule="1",
    draw_rule="house:castle_draw",
    time_rule="house:castle_timed",
)
TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Castelo:
    """The game of castles; see `rulesets.kernel.rules.Game` for what each method promises."""

    key: str = "castelo"
    title_word: str = "Castelo"
    kinds: tuple[Kind, ...] = KINDS
    variants: tuple[Variant, ...] = ()
    marks: tuple[str, ...] = ()
    words: Words = WORDS
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    texts: Path = TEXTS
    sheet_terms: SheetTerms = last_standing.SHEET_TERMS
    deck_option: HouseRule = CASTLE_DECK_CHECK

    def kind(self, key: str) -> Kind:
        """Return the type `key`. Raise `Refused` `kind_unknown` if Castelo has none."""
        found = choices.find_kind(self.kinds, key)
        if found is None:
            raise Refused([_unknown_kind(key)])
        return found

    def check_choices(
        self,
        kind: str,
        variants: Sequence[str],
        table: TableSize,
        time_limit: int | None,
    ) -> tuple[Violation, ...]:
        """Return all that is wrong with a tournament's choices but house rules; `time_limit` in minutes."""
        found = choices.find_kind(self.kinds, kind)
        return (
            *((_unknown_kind(kind),) if found is None else choices.check_table(found, table, self.key, "13")),
            *choices.check_variants(self.variants, variants, "13"),
            *choices.check_time_limit(time_limit, "house:castle_timed"),
        )

    def choice_warnings(
        self, kind: str, house_rules: Mapping[str, Value] | None = None
    ) -> tuple[Violation, ...]:
        """Return warnings of starts below the book's, or above its longer game's (13), for any `kind`."""
        return tuple(start_warnings(house_rules or {}))

    def check_deck(self, text: str) -> DeckReport:
        """Return the cards of a deck list, everything wrong with it and all there is to warn of (9)."""
        return deck.check_deck(text)

    def cards_due(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Return no cards: everybody always draws one (11)."""
        return {}

    def turn_order(self, rules: Rules, seats: Sequence[int], starter: int) -> tuple[int, ...]:
        """Return the seats around the table from who began (11)."""
        return seats_in_turn(seats, starter)

    def check_redraw(self, taken: int) -> tuple[Violation, ...]:
        """Return `redraw_not_noted`: a hand without a producer is drawn again without a note (9)."""
        return (Violation("redraw_not_noted", {}, "player", "9"),)

    def starting_counts(self, rules: Rules) -> Mapping[str, int]:
        """Return the castle and wall points with which this tournament's matches begin (10)."""
        return {"castle": int(rules.value_of(CASTLE_START)), "wall": int(rules.value_of(WALL_START))}

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """Return that all other castles are at 0; what is left of the winner's must be counted."""
        return PlainWin(others={"castle": 0})

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """Return the sheet as it is recorded: orders filled in as far as other counts give them.

        A line whose cards were counted has every count, 0 if it was missing; an uncounted line stays so.
        """
        kind = self.kind(rules.kind)
        zeros = [field.key for field in kind.fields]
        lines = tuple(with_zeros(line, zeros) for line in sheet.lines)
        full = replace(sheet, lines=lines, reason=sheet.reason.strip())
        return with_implied_orders(full, is_duel=kind.key == "duelo")

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Return all violations of the rules on a sheet at once; without any, winner and placement."""
        table = read_table(rules, self.kind(rules.kind), situation, sheet, fall)
        return last_standing.judge(table, TERMS, check_falls(table))

    def table_aid(self, rules: Rules) -> CasteloAid:
        """Return what counts a match under these rules at its table."""
        return CasteloAid(rules)

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """Return a random sheet that stands; `odds` are weights of the endings, over the kernel's own."""
        judge = partial(self.judge, rules, situation)
        return random_standing.random_sheet(rules, situation, rng, odds or {}, deal(rules), judge)

    def random_drawn_game(self, rules: Rules, situation: Situation, rng: Random) -> Sheet | None:
        """Return a random sheet on which all castles fell at the same moment."""
        return random_standing.drawn_sheet(situation, deal(rules), rng)


def _unknown_kind(key: str) -> Violation:
    """Return the violation `kind_unknown`."""
    return Violation("kind_unknown", {"kind": key}, "kind", "13")


CASTELO = Castelo()
