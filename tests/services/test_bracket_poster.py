"""A bracket on paper: every match and name is on one sheet, no box is over another or over an edge."""

from functools import cache
from itertools import pairwise

import pytest

from tournaments.printing.bracket_layout import (
    ASIDE,
    HEADS,
    PAD,
    PosterLayout,
    lay_out_bracket,
    page_size,
)
from tournaments.printing.values import BracketPoster, PosterLine, PosterMatch
from tournaments.share.fonts import BOLD, sans
from tournaments.share.layout import A4

NAMES = ("Ana Lima", "Maximiliano Bartholomeu Aparecido dos Santos", "W" * 60, "Ωμέγα", "Жанна & Ana")


def poster(entries: int, seats: int, *, is_a3: bool = False) -> BracketPoster:
    """A full tree with up to `seats` at a match, the last matches smaller where it does not come out even."""
    matches: list[PosterMatch] = []
    waiting, at = entries, 0
    while waiting > 1:
        tables = -(-waiting // seats)
        for number in range(tables):
            here = min(seats, waiting - number * seats)
            lines = tuple(
                PosterLine(NAMES[(number + seat) % 5], is_strong=seat == 0)
                if at == 0
                else PosterLine("", f"vencedor de {at}.{number * seats + seat + 1}")
                for seat in range(here)
            )
            onward = f"{at + 1}-{number // seats}" if tables > 1 else ""
            matches.append(PosterMatch(f"{at}-{number}", f"{at + 1}.{number + 1}", at, lines, onward))
        waiting, at = tables, at + 1
    rounds = tuple(f"Fase {number}" for number in range(1, at + 1))
    return BracketPoster(
        "Chama: Campeonato", "Chave", rounds, tuple(matches), "segue na folha %(sheet)s", is_a3
    )


SHAPES = [(4, 4), (4, 2), (24, 4), (24, 3), (64, 4), (64, 2), (256, 4), (256, 3), (256, 2)]
LARGE_PAPER = [(24, 3), (64, 4), (256, 2)]


@cache
def laid_out(entries: int, seats: int, *, is_a3: bool = False) -> PosterLayout:
    """The layout of `poster`, made once."""
    return lay_out_bracket(poster(entries, seats, is_a3=is_a3))


def boxes_of(layout: PosterLayout) -> list[str]:
    return [box.match.code for sheet in layout.sheets for box in sheet.boxes]


@pytest.mark.parametrize(
    ("entries", "seats", "is_a3"), [(*one, False) for one in SHAPES] + [(*one, True) for one in LARGE_PAPER]
)
def test_every_match_is_on_one_sheet_and_inside_it(entries: int, seats: int, is_a3: bool) -> None:
    wanted, layout = poster(entries, seats, is_a3=is_a3), laid_out(entries, seats, is_a3=is_a3)
    width, height = page_size(wanted)
    assert sorted(boxes_of(layout)) == sorted(match.code for match in wanted.matches)
    for sheet in layout.sheets:
        assert len(sheet.columns) * (sheet.width + ASIDE) - ASIDE <= width - 2 * A4.margin
        for box in sheet.boxes:
            assert A4.head + HEADS + box.top + box.height <= height - A4.foot
            texts = "".join(text.text for text in box.texts).replace(" ", "")
            assert texts == "".join(line.text for line in box.match.lines).replace(" ", "")
            for text in box.texts:
                assert sans(text.size, BOLD).getlength(text.text) <= (sheet.width - 2 * PAD) * 1.03


@pytest.mark.parametrize(("entries", "seats"), SHAPES)
def test_no_box_is_over_another(entries: int, seats: int) -> None:
    for sheet in laid_out(entries, seats).sheets:
        for left in {box.left for box in sheet.boxes}:
            column = sorted(
                (box for box in sheet.boxes if box.left == left), key=lambda box: (box.top, box.height)
            )
            assert all(above.top + above.height <= below.top for above, below in pairwise(column))


def test_a_winner_who_leaves_a_sheet_is_told_which_one_is_next() -> None:
    layout = laid_out(256, 4)
    sheets = {box.match.code: number for number, one in enumerate(layout.sheets, 1) for box in one.boxes}
    leaving = [(box, n) for n, one in enumerate(layout.sheets, 1) for box in one.boxes if box.onto]
    assert leaving
    assert all(box.onto == sheets[box.match.onward] != number for box, number in leaving)


def test_a_small_bracket_is_one_sheet_and_a3_needs_fewer() -> None:
    assert len(laid_out(16, 4).sheets) == 1
    large, small = laid_out(256, 2, is_a3=True), laid_out(256, 2)
    assert len(large.sheets) < len(small.sheets)
