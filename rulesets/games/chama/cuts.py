"""Cutting cards among the sides that stay equal for the first place (house rule `tie_cut`).

Each tied side cuts one card of its own deck; the highest wins, A > K > Q > J > 10 … > 2, and those
who share the highest cut again. Those beaten stay in the order of their cards.
"""

from collections.abc import Iterator, Sequence

from core.errors import Violation
from rulesets.games.chama.cards import RANKS, strength
from rulesets.kernel.sheet import Cut

RULE = "house:tie_cut"


def check_cards(cuts: Sequence[Cut]) -> Iterator[Violation]:
    """Yield violations of cards that do not exist, and of cuts without exactly one card a side."""
    for index, cut in enumerate(cuts):
        for card in cut.cards:
            if card not in RANKS:
                yield Violation("cut_card_unknown", {"card": card}, f"cuts.{index}", "1.4")
        if len(cut.cards) != len(cut.sides):
            facts = {"sides": len(cut.sides), "cards": len(cut.cards)}
            yield Violation("cut_cards_missing", facts, f"cuts.{index}", RULE)


def check_sides(tied: Sequence[int], cuts: Sequence[Cut]) -> Iterator[Violation]:
    """Yield a violation of the first cut that no tie needs, or by others than the sides tied at that moment.

    It needs cuts that passed `check_cards`.
    """
    head = tuple(tied)
    for index, cut in enumerate(cuts):
        if len(head) < 2:
            yield Violation("cut_not_needed", {}, f"cuts.{index}", RULE)
            return
        if sorted(cut.sides) != sorted(head):
            yield Violation("cut_wrong_sides", {"sides": head}, f"cuts.{index}", RULE)
            return
        head = _sides_by_card(cut)[0]


def rank_by_cuts(tied: Sequence[int], cuts: Sequence[Cut]) -> tuple[tuple[int, ...], ...]:
    """Return the tied sides by place after cuts that `check_sides` accepts.

    Several on the first place must cut again.
    """
    groups = [tuple(tied)]
    for cut in cuts:
        groups = [*_sides_by_card(cut), *groups[1:]]
    return tuple(groups)


def _sides_by_card(cut: Cut) -> list[tuple[int, ...]]:
    """Return the sides of a cut grouped by card, the highest first."""
    cards = dict(zip(cut.sides, cut.cards, strict=True))
    levels = sorted({strength(card) for card in cut.cards}, reverse=True)
    return [
        tuple(sorted(side for side, card in cards.items() if strength(card) == level)) for level in levels
    ]
