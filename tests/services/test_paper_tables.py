"""Lists on paper: every text is on a page, in its column, and above the last line."""

import pytest

from tournaments.printing.table_layout import GAP, TableLayout, lay_out_table
from tournaments.printing.values import PaperColumn, PaperTable
from tournaments.share.fonts import sans
from tournaments.share.layout import A4

NAMES = ("Ana Lima", "Maximiliano Bartholomeu Aparecido dos Santos Albuquerque", "W" * 90, "Ωμέγα & Жанна")
CLUB = "Associação Recreativa e Cultural dos Amigos do Baralho de São João del-Rei"


def table(rows: int) -> PaperTable:
    columns = (
        PaperColumn("", is_box=True),
        PaperColumn("Nome", wide=True),
        PaperColumn("Clube ou cidade"),
        PaperColumn("Nº", is_right=True),
    )
    texts = ((("X", "")[n % 2], NAMES[n % 4], CLUB if n % 3 else "", str(n)) for n in range(rows))
    return PaperTable("Chama: Campeonato 2026", "Lista de check-in", columns, tuple(texts))


def texts_in(layout: TableLayout) -> list[tuple[str, ...]]:
    rows = (row for page in layout.pages for row in page)
    return [tuple("".join(lines).replace(" ", "") for lines in row.cells) for row in rows]


@pytest.mark.parametrize("rows", [0, 1, 4, 24, 64, 256])
def test_every_cell_is_on_paper_whole_and_inside_its_column(rows: int) -> None:
    wanted = table(rows)
    layout = lay_out_table(wanted)
    assert texts_in(layout) == [tuple(text.replace(" ", "") for text in row) for row in wanted.rows]
    assert sum(layout.widths) + GAP * (len(layout.widths) - 1) <= A4.inside
    for page in layout.pages:
        assert A4.head + layout.head.height + sum(row.height for row in page) <= A4.height - A4.foot
        for row in page:
            for width, lines in zip(layout.widths, row.cells, strict=True):
                assert all(sans(layout.size).getlength(line) <= width for line in lines)


def test_a_short_list_has_larger_letters_than_a_long_one() -> None:
    assert lay_out_table(table(4)).size > lay_out_table(table(256)).size
