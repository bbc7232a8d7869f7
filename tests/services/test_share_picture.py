"""Pictures of bulletins: everything is in them, and nothing is under an edge."""

import io

import pytest
from PIL import Image

from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection, Topic, list_sections
from tournaments.share.fonts import BOLD, MARK, has_letter, sans, split_by_font
from tournaments.share.layout import A4, PHONE, PageFormat, PageLayout, break_lines, lay_out
from tournaments.share.picture import draw_page

NAMES = ("Ana Lima", "Maximiliano Bartholomeu Aparecido dos Santos Albuquerque Cavalcanti", "W" * 80, "Ωμέγα")
SUITS = ("hearts", "diamonds", "clubs", "spades")


def bulletin(tables: int, people: int, lead: tuple[str, ...] = ()) -> Bulletin:
    sections = (
        BulletinSection(
            f"Mesa {table}",
            tuple(
                BulletinLine(NAMES[(table + seat) % len(NAMES)], SUITS[seat], seat == 0)
                for seat in range(people)
            ),
        )
        for table in range(1, tables + 1)
    )
    return Bulletin(Topic.PAIRINGS, "Chama: Campeonato 2026", "Fase 1", lead, tuple(sections))


def lines_in(layout: PageLayout) -> list[str]:
    """The text of every line, put together again where it was broken, without blanks."""
    parts: list[str] = []
    for sheet in layout.pages:
        for _, _, block in sheet:
            for part in block.lines:
                if part.starts:
                    parts.append("")
                parts[-1] += part.text.replace(" ", "")
    return parts


@pytest.mark.parametrize("page", [PHONE, A4], ids=["phone", "a4"])
@pytest.mark.parametrize(("tables", "people"), [(1, 4), (6, 4), (16, 4), (128, 2)])
def test_every_line_is_in_one_picture_and_none_is_cut(tables: int, people: int, page: PageFormat) -> None:
    told = bulletin(tables, people, ("Procure a sua mesa.",))
    wanted = [line.text.replace(" ", "") for section in told.sections for line in section.lines]
    assert lines_in(lay_out(told, page)) == wanted


@pytest.mark.parametrize("page", [PHONE, A4], ids=["phone", "a4"])
@pytest.mark.parametrize(("tables", "people"), [(1, 4), (6, 4), (16, 4), (128, 2)])
def test_no_block_is_below_the_last_line_or_at_the_edge(tables: int, people: int, page: PageFormat) -> None:
    layout = lay_out(bulletin(tables, people), page)
    for sheet in layout.pages:
        for column, top, block in sheet:
            assert page.head + top + block.height <= page.height - page.foot
            assert layout.left(column) + layout.column_width <= page.width - page.margin
            for part in block.lines:
                assert sans(part.size, BOLD).getlength(part.text) <= layout.column_width * 1.02


def test_a_list_is_divided_where_a_column_ends() -> None:
    names = [BulletinLine(f"{number}. Ana Lima") for number in range(1, 257)]
    layout = lay_out(Bulletin(Topic.PODIUM, "Chama", "Classificação", (), list_sections(names)))
    assert len(layout.pages) > 3
    assert [text.partition(".")[0] for text in lines_in(layout)] == [str(n) for n in range(1, 257)]


def test_nothing_to_list_is_one_picture() -> None:
    layout = lay_out(Bulletin(Topic.INVITATION, "Chama", "Venha jogar", ("Quando: hoje",)))
    assert len(layout.pages) == 1
    assert Image.open(io.BytesIO(draw_page(layout, 1, "chama.example"))).size == (PHONE.width, PHONE.height)


def test_the_same_bulletin_gives_the_same_bytes() -> None:
    layout = lay_out(bulletin(3, 4))
    assert draw_page(layout, 1, "a") == draw_page(layout, 1, "a") != draw_page(layout, 1, "b")


def test_a_word_without_blanks_is_broken_within() -> None:
    parts = break_lines("W" * 200, sans(28), 300)
    assert "".join(parts) == "W" * 200
    assert all(sans(28).getlength(part) <= 300 for part in parts)


def test_letters_that_the_fonts_lack_are_known() -> None:
    assert all(map(has_letter, "Açaí Ωμέγα Жанна Nguyễn 1&·山まカ철"))
    assert not any(map(has_letter, "Ժأ🍍"))


def test_a_line_is_divided_by_font_and_missing_letters_are_marked() -> None:
    found = [(run.text, run.is_fallback) for run in split_by_font("Ana 李小龙 Ժ.")]
    assert found == [("Ana ", False), ("李小龙", True), (" ", False), (MARK, True), (".", False)]
    assert split_by_font("") == ()


def test_the_width_of_a_line_is_that_of_its_parts() -> None:
    font = sans(40)
    parts = font.getlength("Ana ") + font.getlength("李小龙") + font.getlength(" Lima")
    assert font.getlength("Ana 李小龙 Lima") == parts
    assert font.getlength("Ժան") == font.getlength(MARK * 3) > 0


def test_words_joined_by_a_no_break_space_stay_on_one_line() -> None:
    font = sans(40)
    width = round(font.getlength("Jogadora da Silva Mesa"))
    assert break_lines("Jogadora da Silva · Mesa\u00a012", font, width) == [
        "Jogadora da Silva ·",
        "Mesa\u00a012",
    ]
