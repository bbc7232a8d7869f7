"""Hermética as a `Game`: a duel for potencial. Numbers are those of its manual (4: how to play)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from core.errors import Refused, Violation
from rulesets.games.hermetica.aid import HermeticaAid
from rulesets.games.hermetica.house_rules import HERMETICA_DECK_CHECK, HOUSE_RULES, POTENCIAL_TIMED_TIE
from rulesets.games.hermetica.points import FIELDS, START, fall_on, strength
from rulesets.games.hermetica.words import WORDS
from rulesets.kernel import choices, last_standing, random_standing
from rulesets.kernel.decks import DeckReport, merge_by_name, read_deck
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.random_standing import Fate
from rulesets.kernel.rules import Kind, PlainWin, Rules, SheetTerms, TableSize, Variant
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation, Verdict
from rulesets.kernel.tables import IN_ORDER, read_table, with_zeros
from rulesets.kernel.turns import seats_in_turn
from rulesets.kernel.words import Words

MIN_CARDS = 15
RULE = "4"


def check_deck(text: str) -> DeckReport:
    """Return the cards of a deck list and everything wrong with it.

    Brackets are part of a name, since cards bear no marks.
    """
    written, violations = read_deck(text, {})
    cards = merge_by_name(written)
    size = sum(card.copies for card in cards)
    if cards and size < MIN_CARDS:
        facts = {"size": size, "least": MIN_CARDS}
        violations = (*violations, Violation("deck_too_small", facts, "deck", RULE))
    return DeckReport(cards, violations)


MAX_ABOVE_START = 10

KINDS = (Kind("duelo", "Duelo", "open", 1, TableSize(2, 2), FIELDS),)
TERMS = last_standing.Terms(
    ways=frozenset({Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT}),
    strength=strength,
    tie_option=POTENCIAL_TIMED_TIE,
    count_rule="4",
    win_rule="4",
    draw_rule="house:potencial_draw",
    time_rule="house:potencial_timed",
)
TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Hermetica:
    """The game of ideas; see `rulesets.kernel.rules.Game` for what each method promises."""

    key: str = "hermetica"
    title_word: str = "Hermética"
    kinds: tuple[Kind, ...] = KINDS
    variants: tuple[Variant, ...] = ()
    marks: tuple[str, ...] = ()
    words: Words = WORDS
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    texts: Path = TEXTS
    sheet_terms: SheetTerms = last_standing.SHEET_TERMS
    deck_option: HouseRule = HERMETICA_DECK_CHECK

    def kind(self, key: str) -> Kind:
        """Return the type `key`. Raise `Refused` `kind_unknown` if Hermética has none."""
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
            *((_unknown_kind(kind),) if found is None else choices.check_table(found, table, self.key, "4")),
            *choices.check_variants(self.variants, variants, "4"),
            *choices.check_time_limit(time_limit, "house:potencial_timed"),
        )

    def check_deck(self, text: str) -> DeckReport:
        """Return the cards of a deck list and everything wrong with it (4)."""
        return check_deck(text)

    def cards_due(self, rules: Rules, people: Sequence[str], bringers: Collection[str]) -> Mapping[str, int]:
        """Return no cards: each player always draws one, and none from an empty deck (4)."""
        return {}

    def turn_order(self, rules: Rules, seats: Sequence[int], starter: int) -> tuple[int, ...]:
        """Return the two seats, the one that began first (4)."""
        return seats_in_turn(seats, starter)

    def check_redraw(self, taken: int) -> tuple[Violation, ...]:
        """Return `no_redraw_in_game`: the manual knows no second opening hand (4)."""
        return (Violation("no_redraw_in_game", {}, "player", "4"),)

    def starting_counts(self, rules: Rules) -> Mapping[str, int]:
        """Return the potencial with which everybody begins (4)."""
        return {"potencial": START}

    def plain_win(self, rules: Rules, members: int) -> PlainWin:
        """Return that the opponent has no potencial left; the winner's must be counted."""
        return PlainWin(others={"potencial": 0})

    def tidy(self, rules: Rules, sheet: Sheet) -> Sheet:
        """Return the sheet with potencial 0 where it is missing, and order 1 for a sole leaver."""
        leavers = [line for line in sheet.lines if line.out in IN_ORDER]
        sole = leavers[0] if len(leavers) == 1 and leavers[0].out_order is None else None
        lines = (replace(line, out_order=1) if line is sole else line for line in sheet.lines)
        full = (with_zeros(line, ("potencial",)) for line in lines)
        return replace(sheet, lines=tuple(full), reason=sheet.reason.strip())

    def judge(self, rules: Rules, situation: Situation, sheet: Sheet) -> Verdict:
        """Return all violations of the rules on a sheet at once; without any, winner and placement."""
        table = read_table(rules, self.kind(rules.kind), situation, sheet, fall_on(sheet))
        return last_standing.judge(table, TERMS)

    def table_aid(self, rules: Rules) -> HermeticaAid:
        """Return what counts a match under these rules at its table."""
        return HermeticaAid(rules)

    def random_sheet(
        self,
        rules: Rules,
        situation: Situation,
        rng: Random,
        odds: Mapping[EndedBy, int] | None = None,
    ) -> Sheet:
        """Return a random sheet that stands; `odds` are weights of the endings, over the kernel's own."""
        judge = partial(self.judge, rules, situation)
        return random_standing.random_sheet(rules, situation, rng, odds or {}, _deal, judge)

    def random_drawn_game(self, rules: Rules, situation: Situation, rng: Random) -> Sheet | None:
        """Return a random sheet on which both fell to 0 at the same moment."""
        return random_standing.drawn_sheet(situation, _deal, rng)


def _deal(fate: Fate, played: bool, rng: Random) -> Line:
    """Return a line with random potencial; 0 for who fell or did not come."""
    points = rng.randint(1, START + MAX_ABOVE_START)
    lost = fate.fell or not played or fate.out is Out.ABSENT
    return Line(fate.player, {"potencial": 0 if lost else points}, fate.out, fate.out_order)


def _unknown_kind(key: str) -> Violation:
    """Return the violation `kind_unknown`."""
    return Violation("kind_unknown", {"kind": key}, "kind", "4")


HERMETICA = Hermetica()
