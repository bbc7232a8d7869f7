"""Jogo dos Reinos as a `Game`: four to eight kingdoms, until one holds all the others.

Numbers are those of its book: 1 turns and battles, 2 tests, 3 passing. `engine` is the table's companion.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from core.errors import Refused, Violation
from rulesets.games.jogo_dos_reinos import random_tables
from rulesets.games.jogo_dos_reinos.engine import MAX_KINGDOMS
from rulesets.games.jogo_dos_reinos.fields import FIELDS, NOTHING, fall, strength, with_implied_counts
from rulesets.games.jogo_dos_reinos.holding_rules import check_holding
from rulesets.games.jogo_dos_reinos.house_rules import HOUSE_RULES, KINGDOM_TIMED_TIE
from rulesets.games.jogo_dos_reinos.words import WORDS
from rulesets.kernel import choices, last_standing
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Kind, PlainWin, Rules, SheetTerms, TableSize, Variant
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation, Verdict
from rulesets.kernel.tables import Table, read_table
from rulesets.kernel.words import Words

KINDS = (Kind("reinos", "Reinos", "open", 1, TableSize(4, MAX_KINGDOMS), FIELDS),)
TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class JogoDosReinos:
    """The game of kingdoms; see `rulesets.kernel.rules.Game` for what each method promises."""

    key: str = "jogo-dos-reinos"
    title_word: str = "Jogo dos Reinos"
    kinds: tuple[Kind, ...] = KINDS
    variants: tuple[Variant, ...] = ()
    marks: tuple[str, ...] = ()
    companion: str = "kingdoms"
    words: Words = WORDS
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    texts: Path = TEXTS
    sheet_terms: SheetTerms = last_standing.SHEET_TERMS

    def kind(self, key: str) -> Kind:
        """Return the type `key`. Raise `Refused` `kind_unknown` if Jogo dos Reinos has none."""
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
            *((_unknown_kind(kind),) if found is None else choices.check_table(found, table, self.key, "1")),
            *choices.check_variants(self.variants, variants, "1"),
            *choices.check_time_limit(time_limit, "house:kingdom_timed"),
        )

    def cards_due(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Return no cards: none are drawn."""
        return {}

    def turn_order(self, rules: Rules, seats: Sequence[int], starter: int) -> tuple[int, ...]:
        """Return no seats: the order of kingdoms is random and not that of the seats (1)."""
        return ()

    def check_redraw(self, taken: int) -> tuple[Violation, ...]:
        """Return `no_hand_in_game`: there are no hands."""
        return (Violation("no_hand_in_game", {}, "player", "1"),)

    def starting_counts(self, rules: Rules) -> Mapping[str, int]:
        """Return no counts: every kingdom begins free."""
        return {}

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """Return nothing: a judge must say in which order the kingdoms fell; who holds them follows."""
        return PlainWin()

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """Return the sheet with every count present, and the answers that follow from its other counts."""
        return with_implied_counts(sheet)

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Return all violations of the rules on a sheet at once; without any, winner and placement."""
        table = read_table(rules, self.kind(rules.kind), situation, sheet, fall)
        return last_standing.judge(table, _terms(table), check_holding(table))

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """Return a random sheet that stands, of a game played by the rules; `odds` are weights of endings."""
        judge = partial(self.judge, rules, situation)
        return random_tables.random_sheet(rules, situation, rng, odds or {}, judge)

    def random_drawn_game(self, rules: Rules, situation: Situation, rng: Random) -> Sheet | None:
        """Return a sheet with all free when time is over.

        None unless time was called, and the coordinator chose that such a match is played again.
        """
        replayed = situation.time_called and rules.value_of(KINGDOM_TIMED_TIE) == "replay"
        free = tuple(Line(seat.player, NOTHING) for seat in situation.seats)
        return Sheet(EndedBy.TIME, free) if replayed else None


def _terms(table: Table) -> last_standing.Terms:
    """Return this game's terms; the strength of a side, and its score, is how many vassals it holds."""
    return last_standing.Terms(
        ways=frozenset({Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT}),
        strength=strength(table.sides),
        tie_option=KINGDOM_TIMED_TIE,
        count_rule="1.1.2",
        win_rule="1",
        draw_rule="house:kingdom_timed_tie",
        time_rule="house:kingdom_timed",
    )


def _unknown_kind(key: str) -> Violation:
    """Return the violation `kind_unknown`."""
    return Violation("kind_unknown", {"kind": key}, "kind", "1")


JOGO_DOS_REINOS = JogoDosReinos()
