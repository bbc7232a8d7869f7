"""Names on the hall screen: two lines first, then smaller; fewer tables a page before they are unreadable."""

import pytest

from web.matches.hall_layout import (
    BESIDE_EACH_OTHER,
    READABLE,
    SIZES,
    TABLES,
    champion_size,
    size_of_rows,
    size_of_tables,
    tables_a_page,
)

SHORT, LONG = "Ana Lima", "Maria Eduarda dos Santos Oliveira"
LONGEST = "Maria Eduarda Cavalcanti de Albuquerque dos Santos Oliveira da Silva Figueiredo"


@pytest.mark.parametrize("people", [2, 3])
def test_a_page_holds_eight_tables_of_short_names(people: int) -> None:
    assert tables_a_page([[SHORT] * people] * 20) == TABLES[0]


@pytest.mark.parametrize("names", [[LONG] * 3, [LONG] * 4, [LONGEST] * 3, [LONGEST] * 4])
def test_long_names_make_pages_of_fewer_tables_not_of_unreadable_names(names: list[str]) -> None:
    most = tables_a_page([names] * 12)
    assert most < TABLES[0]
    assert most == TABLES[-1] or size_of_tables([names] * most).size >= READABLE


def test_a_name_takes_two_lines_before_it_gets_smaller() -> None:
    assert size_of_tables([[LONG, SHORT, SHORT]] * 4).size > size_of_tables([[LONG] * 4] * 4).size
    assert size_of_tables([[LONG, SHORT]] * 4).size == SIZES[2]


@pytest.mark.parametrize(("count", "size"), [(1, SIZES[0]), (2, SIZES[0]), (4, BESIDE_EACH_OTHER)])
def test_few_tables_have_large_names(count: int, size: int) -> None:
    assert size_of_tables([[SHORT] * 3] * count).size == size


def test_lines_grow_with_names() -> None:
    few, many = size_of_tables([[SHORT] * 2] * 4), size_of_tables([[LONG] * 4] * 4)
    assert many.lines > few.lines


@pytest.mark.parametrize(("name", "fewer"), [(SHORT, False), (f"{LONGEST} & {LONGEST}", True)])
def test_places_get_smaller_only_for_names_of_more_than_a_line(name: str, fewer: bool) -> None:
    assert (size_of_rows([name] * 8).size < SIZES[2]) is fewer


def test_no_names_have_a_size() -> None:
    assert (size_of_rows([]).lines, size_of_tables([[]]).size) == (0, SIZES[0])


@pytest.mark.parametrize(("name", "look"), [(SHORT, "brief"), (LONG[:24], "plain"), (LONG, "long")])
def test_a_champion_is_as_large_as_the_name_lets(name: str, look: str) -> None:
    assert champion_size(name) == look
