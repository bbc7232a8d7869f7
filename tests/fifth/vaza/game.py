"""Vaza as a `Game`, invented for the tests: thirteen tricks at tables of two to four.

1 the round, 2 tricks and honours, 3 Sem Trunfo, 4 time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from core.errors import Refused, Violation
from rulesets.kernel import choices, last_standing
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Kind, PlainWin, Rules, SheetField, SheetTerms, TableSize, Variant
from rulesets.kernel.sheet import EndedBy, Sheet, Situation, Verdict
from rulesets.kernel.tables import read_table, with_zeros
from rulesets.kernel.words import Words
from tests.fifth.vaza import random_tricks, round_rules
from tests.fifth.vaza.house_rules import HOUSE_RULES
from tests.fifth.vaza.words import WORDS

FIELDS = (
    SheetField("tricks", 0, round_rules.TRICKS, asked_first=True),
    SheetField("trumps", 0, round_rules.TRICKS),
    SheetField("honours", 0, 1),
)


@dataclass(frozen=True, slots=True)
class Vaza:
    """The game of tricks; see `rulesets.kernel.rules.Game` for what each method promises."""

    key: str = "vaza"
    title_word: str = "Vaza"
    kinds: tuple[Kind, ...] = (Kind("rodada", "Rodada", "open", 1, TableSize(2, 4), FIELDS),)
    variants: tuple[Variant, ...] = (Variant("sem-trunfo", "Sem Trunfo"),)
    marks: tuple[str, ...] = ()
    words: Words = WORDS
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    texts: Path = Path(__file__).parent / "texts"
    sheet_terms: SheetTerms = last_standing.SHEET_TERMS

    def kind(self, key: str) -> Kind:
        """The type `key`."""
        found = choices.find_kind(self.kinds, key)
        if found is None:
            raise Refused([_unknown(key)])
        return found

    def check_choices(
        self, kind: str, variants: Sequence[str], table: TableSize, time_limit: int | None
    ) -> tuple[Violation, ...]:
        """Everything wrong with a tournament's choices."""
        found = choices.find_kind(self.kinds, kind)
        return (
            *((_unknown(kind),) if found is None else choices.check_table(found, table, self.key)),
            *choices.check_variants(self.variants, variants, "3"),
            *choices.check_time_limit(time_limit, "4"),
        )

    def cards_due(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Empty: thirteen cards at once."""
        return {}

    def turn_order(self, rules: Rules, seats: Sequence[int], starter: int) -> tuple[int, ...]:
        """Empty: who takes a trick leads the next."""
        return ()

    def check_redraw(self, taken: int) -> tuple[Violation, ...]:
        """There is none."""
        return (Violation("no_redraw_in_game", {}, "player", "1"),)

    def starting_counts(self, rules: Rules) -> Mapping[str, int]:
        """Empty: no player begins with a trick."""
        return {}

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """Empty: tricks are counted."""
        return PlainWin()

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """With every count present."""
        lines = (with_zeros(line, [field.key for field in FIELDS]) for line in sheet.lines)
        return replace(sheet, lines=tuple(lines), reason=sheet.reason.strip())

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Everything the rules say of a sheet."""
        table = read_table(rules, self.kind(rules.kind), situation, sheet, lambda line: None)
        return round_rules.judge(table)

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """A random sheet that stands."""
        judge = partial(self.judge, rules, situation)
        return random_tricks.random_sheet(rules, situation, rng, odds or {}, judge)

    def random_drawn_game(self, rules: Rules, situation: Situation, rng: Random) -> Sheet | None:
        """Two with six tricks each."""
        return random_tricks.drawn(situation)


def _unknown(key: str) -> Violation:
    return Violation("kind_unknown", {"kind": key}, "kind", "1")


VAZA = Vaza()
