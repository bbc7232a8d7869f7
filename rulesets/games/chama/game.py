"""Chama as a `Game`: four types, three variants, four suits (chapters 1 and 4)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from core.errors import Refused, Violation
from rulesets.games.chama import composed, judging, random_play
from rulesets.games.chama.aid import ChamaAid
from rulesets.games.chama.cards import RANKS, SUITS
from rulesets.games.chama.house_rules import HOUSE_RULES
from rulesets.games.chama.leaving_rules import with_sole_leaver_first
from rulesets.games.chama.placement import places_declared
from rulesets.games.chama.table import read_table
from rulesets.games.chama.types import TYPES, Type
from rulesets.games.chama.words import WORDS
from rulesets.kernel import choices
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Kind, PlainWin, Rules, SheetTerms, TableSize, Variant
from rulesets.kernel.sheet import EndedBy, Out, Places, Sheet, Situation, Verdict
from rulesets.kernel.tables import with_zeros
from rulesets.kernel.turns import seats_in_turn
from rulesets.kernel.words import Words

ALLIES_VARIANT = "aliados"
MIN_PEOPLE = 3


def table_warnings(
    members: int, variants: Collection[str], rounds: Sequence[Sequence[int]]
) -> tuple[Violation, ...]:
    """Return a warning that names the rounds with tables of two people, where each is in every battle.

    Only with Aliados, else (); two pairs are four people.
    """
    if ALLIES_VARIANT not in variants:
        return ()
    found = tuple(
        number
        for number, sizes in enumerate(rounds, start=1)
        if any(1 < size * members < MIN_PEOPLE for size in sizes)
    )
    rule = "house:allies_outside"
    return (Violation("nobody_to_ally_with", {"rounds": found}, "rounds", rule),) if found else ()


BASE_DRAW = 3
MIN_DRAW = 1
PINEAPPLE_VARIANT = "calouro-do-chacrinha"


def draw_per_turn(
    people: Sequence[str], bringers: Collection[str], variants: Collection[str]
) -> dict[str, int]:
    """Return the cards due in step 1 for each person at the table, by person (4.3, Calouro do Chacrinha).

    Only bringers at this table count, each once however many pineapples they brought. One bringer spares only
    themselves (a partner draws one less); with two or more everybody draws one less. It neither adds up nor
    goes below one card, and stays when the bringer leaves the game.
    """
    if PINEAPPLE_VARIANT not in variants:
        return dict.fromkeys(people, BASE_DRAW)
    at_table = set(bringers) & set(people)
    spared = at_table if len(at_table) == 1 else set()
    less = max(BASE_DRAW - 1, MIN_DRAW) if at_table else BASE_DRAW
    return {person: BASE_DRAW if person in spared else less for person in people}


MAX_REDRAWS = 2

SHEET_TERMS = SheetTerms(
    endings=(
        EndedBy.WIN_CONDITION,
        EndedBy.TIME,
        EndedBy.DECKED_OUT,
        EndedBy.WALKOVER,
        EndedBy.CONCESSION,
        EndedBy.DISQUALIFICATION,
        EndedBy.NONE_ADVANCES,
        EndedBy.RULING,
    ),
    ways=tuple(Out),
    cards=RANKS,
    has_redraws=True,
    may_be_uncounted=True,
    recorded=("intact", "razed", "commanders", "armies", "razed_in_battle"),
)
VARIANTS = (
    Variant("aliados", "Aliados"),
    Variant("calouro-do-chacrinha", "Calouro do Chacrinha"),
    Variant("xisum", "Xisum"),
)
TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Chama:
    """The game of chapter 4; see `rulesets.kernel.rules.Game` for what each method promises."""

    key: str = "chama"
    title_word: str = "Chama"
    kinds: tuple[Type, ...] = TYPES
    variants: tuple[Variant, ...] = VARIANTS
    marks: tuple[str, ...] = SUITS
    words: Words = WORDS
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    texts: Path = TEXTS
    sheet_terms: SheetTerms = SHEET_TERMS

    def kind(self, key: str) -> Type:
        """Return the type `key`. Raise `Refused` `kind_unknown` if Chama has none."""
        found = choices.find_kind(self.kinds, key)
        if found is None:
            raise Refused([_unknown_kind(key)])
        return found

    def type_under(self, rules: Rules) -> Type:
        """Return the type of these rules: the one that they define themselves, or the catalogue's.

        Raise `Refused` `kind_unknown`.
        """
        return rules.definition if isinstance(rules.definition, Type) else self.kind(rules.kind)

    def with_kinds(self, kinds: Sequence[Kind]) -> "Chama":
        """Return the same game with more types, behind its own; they replace those of the same key."""
        more = {kind.key: kind for kind in kinds if isinstance(kind, Type)}
        kept = (kind for kind in self.kinds if kind.key not in more)
        return replace(self, kinds=(*kept, *more.values()))

    def check_definition(self, key: str, data: Mapping[str, object]) -> tuple[Violation, ...]:
        """Return everything wrong with the definition of a composed type."""
        return (*composed.check_definition(data), *composed.check_seal(key, data))

    def definition_warnings(self, data: Mapping[str, object]) -> tuple[Violation, ...]:
        """Return warnings of needs without effect in a sound definition."""
        return composed.warnings_of(data)

    def seal(self, data: Mapping[str, object]) -> tuple[str, dict[str, object]]:
        """Return the key that a definition's title words make, and the definition with its hash."""
        return composed.seal(data)

    def kind_from(self, key: str, data: Mapping[str, object]) -> Type:
        """Return the type that a sound definition describes."""
        return composed.type_from(key, data)

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
            *((_unknown_kind(kind),) if found is None else choices.check_table(found, table)),
            *choices.check_variants(self.variants, variants),
            *choices.check_time_limit(time_limit),
        )

    def table_warnings(
        self, kind: Kind, variants: Collection[str], rounds: Sequence[Sequence[int]]
    ) -> tuple[Violation, ...]:
        """Return a warning of Aliados at tables where every player is in each battle (4.3); else ()."""
        return table_warnings(kind.team_size, variants, rounds)

    def cards_due(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Return the cards due in step 1 for each of `people` at a table, by person (4.3)."""
        return draw_per_turn(people, bringers, rules.variants)

    def takes_pineapples(self, variants: Collection[str]) -> bool:
        """Return whether Calouro do Chacrinha is among these variants (4.3)."""
        return PINEAPPLE_VARIANT in variants

    def turn_order(self, rules: Rules, seats: Sequence[int], starter: int) -> tuple[int, ...]:
        """Return the seats clockwise from who began; the cycle ends before them (1.4, 4.7.1)."""
        return seats_in_turn(seats, starter)

    def check_redraw(self, taken: int) -> tuple[Violation, ...]:
        """Return `redraw_limit` for the third redraw of one player in a match (1.4.1), () before."""
        if taken < MAX_REDRAWS:
            return ()
        return (Violation("redraw_limit", {"most": MAX_REDRAWS}, "player", "1.4.1"),)

    def starting_counts(self, rules: Rules) -> Mapping[str, int]:
        """Return no counts: everybody begins with nothing on the table."""
        return {}

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """Return the least counts of each winner's line; what a pair needs is divided, rounded up."""
        return PlainWin(self.type_under(rules).condition.least_per_member(members))

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """Return the sheet with every count of the type if cards were counted, and a sole leaver's order."""
        keys = [field.key for field in self.type_under(rules).fields]
        lines = tuple(with_zeros(line, keys) for line in sheet.lines)
        return with_sole_leaver_first(replace(sheet, lines=lines, reason=sheet.reason.strip()))

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Return all violations of the rules on a sheet at once; without any, winner and placement."""
        return judging.judge(read_table(rules, self.type_under(rules), situation, sheet))

    def places_by_lines(self, rules: Rules, situation: Situation, sheet: Sheet) -> Places:
        """Return the placement by the lines, with the winner that the sheet names in front.

        Those still in by their cards, or together if some player's were not counted; then by the order of
        leaving.
        """
        return places_declared(read_table(rules, self.type_under(rules), situation, sheet))

    def table_aid(self, rules: Rules) -> ChamaAid:
        """Return what counts a match under these rules at its table."""
        return ChamaAid(rules, self.type_under(rules))

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """Return a random sheet that the rules accept; `odds` replace weights of Chama's own."""
        return random_play.random_sheet(rules, self.type_under(rules), situation, rng, odds or {})

    def random_drawn_game(self, rules: Rules, situation: Situation, rng: Random) -> Sheet | None:
        """Return None: a match of Chama has a winner, if need be by a cut of cards."""
        return None


def _unknown_kind(key: str) -> Violation:
    """Return the violation `kind_unknown`."""
    return Violation("kind_unknown", {"kind": key}, "kind", "4.1")


CHAMA = Chama()
