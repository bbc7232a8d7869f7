"""Chama as a `Game`: four types, three variants, four suits (chapters 1 and 4)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from core.errors import Refused, Violation
from rulesets.games.chama import judging, random_play
from rulesets.games.chama.aid import ChamaAid
from rulesets.games.chama.cards import COMMANDERS_IN_DECK, FORMATION_SIZE, RANKS, SUITS
from rulesets.games.chama.conditions import least_counts
from rulesets.games.chama.draw_count import draw_per_turn
from rulesets.games.chama.leaving_rules import with_sole_leaver_first
from rulesets.games.chama.table import read
from rulesets.kernel import choices
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import Kind, PlainWin, Rules, SheetField, SheetTerms, TableSize, Variant
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation, Verdict

MOST_REDRAWS = 2

_FIELDS = (
    SheetField("intact", 0, FORMATION_SIZE),
    SheetField("razed", 0, FORMATION_SIZE),
    SheetField("commanders", 0, COMMANDERS_IN_DECK),
    SheetField("armies", 0, COMMANDERS_IN_DECK),
)
_BATTLES = SheetField("razed_in_battle", 0, 99)
_TABLES = TableSize(2, 4)

KINDS = (
    Kind("campeonato", "Campeonato", "intermediate", 1, _TABLES, _FIELDS),
    Kind("guerrilha", "Guerrilha", "intermediate", 1, _TABLES, _FIELDS),
    Kind("duplas", "Duplas", "intermediate", 2, TableSize(2, 2), _FIELDS),
    Kind("conquistadores", "Conquistadores", "advanced", 1, _TABLES, (*_FIELDS, _BATTLES)),
)
SHEET_TERMS = SheetTerms(
    endings=(
        EndedBy.WIN_CONDITION,
        EndedBy.TIME,
        EndedBy.DECKED_OUT,
        EndedBy.WALKOVER,
        EndedBy.CONCESSION,
        EndedBy.DISQUALIFICATION,
        EndedBy.NOBODY,
        EndedBy.RULING,
    ),
    ways=tuple(Out),
    cards=RANKS,
    has_redraws=True,
)
VARIANTS = (
    Variant("aliados", "Aliados"),
    Variant("calouro-do-chacrinha", "Calouro do Chacrinha"),
    Variant("xisum", "Xisum"),
)


@dataclass(frozen=True, slots=True)
class Chama:
    """The game of chapter 4; see `rulesets.kernel.rules.Game` for what each method promises."""

    key: str = "chama"
    title_word: str = "Chama"
    kinds: tuple[Kind, ...] = KINDS
    variants: tuple[Variant, ...] = VARIANTS
    marks: tuple[str, ...] = SUITS
    sheet_terms: SheetTerms = SHEET_TERMS

    def kind(self, key: str) -> Kind:
        """The type `key`; `Refused` with `kind_unknown` where Chama has none."""
        found = choices.find_kind(self.kinds, key)
        if found is None:
            raise Refused([_unknown(key)])
        return found

    def check_choices(
        self,
        kind: str,
        variants: Sequence[str],
        table: TableSize,
        time_limit: int | None,
        house_rules: Mapping[str, Value] | None = None,
    ) -> tuple[Violation, ...]:
        """Everything wrong with a tournament's choices; `time_limit` in minutes."""
        found = choices.find_kind(self.kinds, kind)
        return (
            *((_unknown(kind),) if found is None else choices.check_table(found, table)),
            *choices.check_variants(self.variants, variants),
            *choices.check_time_limit(time_limit),
            *choices.check_game_options(self.key, house_rules or {}),
        )

    def draws(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Cards due in step 1 for each of `people` at a table (4.3)."""
        return draw_per_turn(people, bringers, rules.variants)

    def check_redraw(self, already: int) -> tuple[Violation, ...]:
        """Refuses the third redraw of a player in one match (1.4.1)."""
        if already < MOST_REDRAWS:
            return ()
        return (Violation("redraw_limit", {"most": MOST_REDRAWS}, "player", "1.4.1"),)

    def starts(self, rules: Rules) -> Mapping[str, int]:
        """Empty: everybody begins with nothing on the table."""
        return {}

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """The least that each member of the winning side shows; a pair's condition is shared out evenly."""
        return PlainWin(least_counts(rules.kind, members))

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """The sheet with every count of the type present and a sole leaver's order filled in."""
        keys = [field.key for field in self.kind(rules.kind).fields]
        lines = tuple(_with_counts(line, keys) for line in sheet.lines)
        return with_sole_leaver_first(replace(sheet, lines=lines, reason=sheet.reason.strip()))

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Everything chapter 4 says of a sheet, all violations at once."""
        return judging.judge(read(rules, self.kind(rules.kind), situation, sheet))

    def table_aid(self, rules: Rules) -> ChamaAid:
        """How a match is counted at its table."""
        return ChamaAid(rules)

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """A random sheet that stands; `odds` are weights of the endings, over Chama's own."""
        return random_play.random_sheet(rules, self.kind(rules.kind), situation, rng, odds or {})


def _unknown(key: str) -> Violation:
    return Violation("kind_unknown", {"kind": key}, "kind", "4.1")


def _with_counts(line: Line, keys: Sequence[str]) -> Line:
    return replace(line, counts={**dict.fromkeys(keys, 0), **line.counts})


CHAMA = Chama()
