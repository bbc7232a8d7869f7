"""Cuts of cards on the sheet, requested only while the first place is tied.

The page posts cards as `cut.<n>.<side>`. They count only while the rest of the sheet is tied. If a counter
changes so that no cut is needed, the page still posts its cards, and the sheet leaves them out.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rulesets.kernel.sheet import Cut, Sheet, Verdict

_NAME = re.compile(r"cut\.(\d{1,2})\.(\d)")
MAX_CUTS = 20

Cards = Mapping[tuple[int, int], str]
"""Cards by number of the cut, from 0, and number of the side."""


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card to enter for a side in one cut: `name` is the form control, `card` the typed value or ""."""

    name: str
    side: int
    card: str


@dataclass(frozen=True, slots=True)
class JudgedSheet:
    """A sheet with its complete cuts, its verdict, and the cards to enter.

    `asked` has the cards of each cut that the tie needs; the last may miss some. `unused` are posted cards
    that no cut needs, by form control.
    """

    sheet: Sheet
    verdict: Verdict
    asked: tuple[tuple[CutCard, ...], ...]
    unused: Mapping[str, str]


def posted_cards(data: Mapping[str, str]) -> dict[tuple[int, int], str]:
    """Return the posted cards (`cut.<n>.<side>`) by number of the cut and side; empty ones are left out.

    Each is cut off after three characters.
    """
    found = ((_NAME.fullmatch(name), name) for name in data)
    return {(int(at[1]), int(at[2])): data[name].strip()[:3] for at, name in found if at and data[name]}


def cards_of_cuts(sheet: Sheet) -> dict[tuple[int, int], str]:
    """Return the cards of a sheet's cuts by number of the cut and side."""
    return {
        (number, side): card
        for number, cut in enumerate(sheet.cuts)
        for side, card in zip(cut.sides, cut.cards, strict=False)
    }


def judge_with_cuts(sheet: Sheet, cards: Cards, judge: Callable[[Sheet], Verdict]) -> JudgedSheet:
    """Return the sheet with cuts added while it is tied and their cards are complete.

    `judge` runs before the first cut and after each; at most `MAX_CUTS`.
    """
    asked: list[tuple[CutCard, ...]] = []
    verdict = judge(sheet)
    while verdict.open_tie and len(asked) < MAX_CUTS:
        asked.append(_cut_cards(len(asked), verdict.open_tie, cards))
        if not all(one.card for one in asked[-1]):
            break
        sheet = replace(sheet, cuts=(*sheet.cuts, _complete_cut(asked[-1])))
        verdict = judge(sheet)
    return JudgedSheet(sheet, verdict, tuple(asked), _unasked_cards(cards, asked))


def _cut_cards(number: int, sides: tuple[int, ...], cards: Cards) -> tuple[CutCard, ...]:
    """Return the card to enter for each of these sides, by side number, in cut `number`, from 0."""
    return tuple(
        CutCard(f"cut.{number}.{side}", side, cards.get((number, side), "")) for side in sorted(sides)
    )


def _complete_cut(cards: tuple[CutCard, ...]) -> Cut:
    """Return the cut of these cards, as the rules read it."""
    return Cut(tuple(one.side for one in cards), tuple(one.card for one in cards))


def _unasked_cards(cards: Cards, asked: list[tuple[CutCard, ...]]) -> dict[str, str]:
    """Return the posted cards that no cut needs, by form control."""
    shown = {one.name for row in asked for one in row}
    names = {f"cut.{number}.{side}": card for (number, side), card in cards.items()}
    return {name: card for name, card in names.items() if name not in shown}
