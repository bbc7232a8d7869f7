"""What a page shows is what is read for it, however many play."""

import pytest

from tests.cast import browser, drawn, running
from tests.web.ready import address, read
from tournaments.matches import bracket, kept
from tournaments.matches.bracket import MatchView

pytestmark = [pytest.mark.django_db, pytest.mark.F54]


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch) -> list[MatchView]:
    """Every match that was put together for a page since."""
    made: list[MatchView] = []
    put_together = bracket._Builder.view

    def noting(*args: object) -> MatchView:
        made.append(put_together(*args))  # type: ignore[arg-type]  # as it is called
        return made[-1]

    kept.forget()
    monkeypatch.setattr(bracket._Builder, "view", noting)
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
    large = running(64, table_high=2)
    for page in ("tournament", "hall"):
        read(browser(), address(large, page))
        assert {match.round for match in viewed} == {1}
        assert len(viewed) == 32
