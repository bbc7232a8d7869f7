"""What a page shows is what is read for it, however many play."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import START, ana, browser, checked_in, drawn, running
from tests.web.cached import address, read
from tournaments.draw.publish import publish_draw
from tournaments.match_views import match, match_cache
from tournaments.match_views.match import MatchView

pytestmark = [pytest.mark.django_db, pytest.mark.F54]

MAX_COLD = 32  # queries of the dearest page that is in no cache


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch) -> list[MatchView]:
    """Every match that was put together for a page since."""
    made: list[MatchView] = []
    put_together = match._ViewBuilder.view

    def noting(*args: object) -> MatchView:
        made.append(put_together(*args))  # type: ignore[arg-type]  # as it is called
        return made[-1]

    match_cache.clear()
    monkeypatch.setattr(match._ViewBuilder, "view", noting)
    return made


def test_of_a_large_bracket_only_the_rounds_that_are_drawn_are_read(viewed: list[MatchView]) -> None:
    large = drawn(80, table_high=2)
    read(browser(), address(large, "bracket"))
    assert {match.round for match in viewed} == {2, 3, 4, 5, 6, 7}
    assert len(viewed) == 32 + 16 + 8 + 4 + 2 + 1


def test_a_round_s_page_reads_that_round_and_the_next_reader_nothing(viewed: list[MatchView]) -> None:
    large = drawn(80, table_high=2)
    for _ in range(2):
        read(browser(), f"{address(large, 'bracket')}?fase=7")
        assert [match.round for match in viewed] == [7]


def test_the_day_reads_the_rounds_that_are_played(viewed: list[MatchView]) -> None:
    read(browser(), address(running(64, table_high=2), "tournament"))
    assert {match.round for match in viewed} == {1}
    assert len(viewed) == 32


def test_a_hall_s_screen_reads_besides_the_end_of_the_bracket(viewed: list[MatchView]) -> None:
    read(browser(), address(running(64, table_high=2), "hall"))
    assert {match.round for match in viewed} == {1, 3, 4, 5, 6}
    assert len(viewed) == 32 + 8 + 4 + 2 + 1


# --- the draw of a large field ------------------------------------------------------------------------


def _publishing(entries: int, name: str) -> int:
    """The queries of drawing so many duels and publishing it."""
    tournament = checked_in(entries, name=name, table_high=2)
    with CaptureQueriesContext(connection) as queries:
        publish_draw(tournament, seed=7, by=ana(), now=START)
    return len(queries)


def test_publishing_asks_as_much_for_many_as_for_few() -> None:
    few, many = _publishing(16, "Pequeno"), _publishing(128, "Grande")
    assert many - few <= (128 - 16) // 16, (few, many)  # rows are written many at a time


# --- pages beyond all bounds --------------------------------------------------------------------------

PAGED = {
    "bracket": "pagina", "standing": "pagina", "hall": "pagina", "home": "pagina", "season": "pagina",
    "entries": "page",
}  # fmt: skip


@pytest.mark.F55
@pytest.mark.parametrize("asked", ["1000000000", "99999", "0", "-1", "x", "9" * 19])
@pytest.mark.parametrize("name", PAGED)
def test_a_page_beyond_all_bounds_asks_no_more_than_one_that_is_there(name: str, asked: str) -> None:
    url = address(running(8), name)
    there = read(browser(), url)
    with CaptureQueriesContext(connection) as queries:
        beyond = read(browser(), f"{url}?{PAGED[name]}={asked}")
    assert len(queries) <= MAX_COLD
    assert len(beyond) < 2 * len(there)


@pytest.mark.F55
def test_links_that_nobody_made_are_one_page_and_made_once() -> None:
    url = address(running(8), "bracket")
    there = read(browser(), url)
    with CaptureQueriesContext(connection) as queries:
        for odd in range(10):
            assert read(browser(), f"{url}?ordem={odd}&expand=sides.seats.{odd}&fase=x{odd}") == there
    assert len(queries) <= 2 * 10  # the head and, seldom, the heartbeat
