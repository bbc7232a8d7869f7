"""What is written on paper leaves room for what is written by hand, however long names and lists are."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from tournaments.printing.handout_pages import diplomas_file
from tournaments.printing.pdf import PdfPages
from tournaments.printing.slip_pages import slips_file
from tournaments.printing.values import Diploma, Diplomas, SheetSlip, SlipSeat
from tournaments.share.layout import A4

LONG = "Maximiliano Bartholomeu Aparecido dos Santos Albuquerque Cavalcanti de Azevedo"
FOOTER, ORGANIZATION = "chama.local · version 12", "Organization"
LETTERS = 0.75  # the height of capital letters, of their size
APART = 20  # pixels between the endings and the first line
HAND = 60  # pixels above a line, for a signature


@dataclass
class Drawn:
    """The lines of text and the rules of a file, in pixels."""

    texts: list[tuple[float, str, int]] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)

    def top_of(self, text: str) -> float:
        """The top of the letters of the first line with this text."""
        return next(base - size * LETTERS for base, shown, size in self.texts if shown == text)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    found, write, rule = Drawn(), PdfPages.write_at, PdfPages.draw_rule

    def write_at(self: PdfPages, x: float, base: float, text: str, size: int, *more: Any) -> None:
        found.texts.append((base, text, size))
        write(self, x, base, text, size, *more)

    def ruled(self: PdfPages, left: float, y: float, right: float, **how: bool) -> None:
        found.rules.append(y)
        rule(self, left, y, right, **how)

    monkeypatch.setattr(PdfPages, "write_at", write_at)
    monkeypatch.setattr(PdfPages, "draw_rule", ruled)
    return found


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_the_last_line_to_sign_stands_above_the_foot_of_its_sheet(
    drawn: Drawn, seats: int, rows: int
) -> None:
    endings = ("Disqualification of a player",) * (3 * rows)
    lines = ("Winner", "Ended at", "Signatures", "Judge")
    slip = SheetSlip("Chama", "Table", "", (SlipSeat(),) * seats, ("Intact realms",) * 5, endings, lines)
    slips_file([slip], FOOTER)
    half = A4.height // 2
    signed = max(y for y in drawn.rules if y < half)
    assert signed + 8 <= drawn.top_of(FOOTER)
    assert max(base for base, text, _ in drawn.texts if text in endings) + APART < drawn.top_of("Winner")
    assert drawn.top_of("Signatures") - drawn.top_of("Winner") >= 40


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_a_long_name_stays_in_its_own_row(drawn: Drawn, seats: int) -> None:
    names = ("Nina Luz", *[LONG] * (seats - 1))
    slip = SheetSlip(
        "Chama", "Table 1", "", tuple(map(SlipSeat, names)), ("Realms",) * 5, ("Time",), ("Winner",)
    )
    slips_file([slip], FOOTER)
    parts = [(base, size) for base, text, size in drawn.texts if text == "Nina Luz" or text in LONG]
    assert len(parts) > seats
    for (above, _), (base, size) in pairwise(parts):
        assert base - size * LETTERS > above


@pytest.mark.parametrize("name", ["Ana", "Maria Eduarda Cavalcanti de Albuquerque", LONG])
@pytest.mark.parametrize("title", ["Chama", f"Chama: {LONG} {LONG}"])
@pytest.mark.parametrize("facts", ["Clube", f"{LONG} {LONG} · 14 de março de 2026"])
def test_a_diploma_leaves_room_to_sign(drawn: Drawn, name: str, title: str, facts: str) -> None:
    diploma = Diploma("Diploma", name, "1º lugar", title, facts, (ORGANIZATION, "Judge"))
    diplomas_file(Diplomas((diploma,)))
    written = [base for base, text, _ in drawn.texts if text not in (ORGANIZATION, "Judge")]
    assert max(written) + HAND <= min(drawn.rules)
