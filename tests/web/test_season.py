"""The page of a season: points by event, the race of the first ones, search, and one's own row."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.conf import LazySettings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from core.models import Attempt
from tests.cast import ana, browser, caio, duda, finished, fresh, running
from tests.web.cached import read
from tests.web.html import text
from tournaments.endings import take_down
from tournaments.models import Tournament
from tournaments.standings.finish import reopen
from tournaments.standings.selectors import SeasonLine, season
from web.standings import season as season_page
from web.standings.charts import draw_race

pytestmark = pytest.mark.django_db
URL = reverse("season", args=["chama", 2026])


def page(asking: Player | None = None, **more: str) -> Any:
    """The answer at the season's page."""
    return browser(asking).get(URL, more)


def series(events: int = 3) -> list[Tournament]:
    """So many ranked events in which the same eight people play."""
    return [finished(8, ranked=True, name=f"Etapa {'ABCDEFGH'[number]}") for number in range(events)]


def test_each_event_is_a_column_with_points_and_place() -> None:
    events = series(2)
    answer = page()
    assert [event.pk for _, event in answer.context["columns"]] == [event.pk for event in events]
    for row in answer.context["rows"]:
        sums = sum(Decimal(cell.points) for cell in row.cells if cell)
        assert sums == Decimal(row.line.points_decimal)
    first = answer.context["rows"][0]
    place = events[0].placings.get(entry__members__persona__player__code=first.line.player_code).place
    assert first.cells[0].place == place


def test_the_season_leads_to_its_events_and_players() -> None:
    (event,) = series(1)
    content = read(browser(), URL)
    assert reverse("standing", args=[event.slug]) in content
    assert reverse("player", args=[caio().code]) in content


def test_an_event_that_was_taken_down_has_points_and_no_name() -> None:
    gone, _ = series(2)
    assert gone.title in read(browser(), URL)
    take_down(gone, reason="x", now=timezone.now())
    content = read(browser(), URL)
    assert gone.title not in content
    assert reverse("standing", args=[gone.slug]) not in content
    assert "Taken down" in content


def test_of_many_events_the_latest_are_columns_and_all_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season_page, "MAX_COLUMNS", 2)
    events = series(3)
    context = page().context
    assert [number for number, _ in context["columns"]] == [2, 3]
    assert len(context["events"]) == len(events)


def test_one_s_own_row_is_marked_and_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season_page, "A_PAGE", 1)
    series(1)
    rank = next(line.rank for line in season("chama", 2026) if line.player_code == caio().code)
    said, own = text(page(caio())), page(caio()).context["own"]
    assert f"You are in place {rank}" in said
    there = page(caio(), pagina=str(own.page))
    assert 'class="is-me" id="own"' in there.content.decode()
    assert "is-me" not in page(duda()).content.decode()
    assert "You are in place" not in text(page(duda()))


def test_what_visitors_share_has_nobody_s_own_row() -> None:
    series(1)
    page(caio())
    content = read(browser(), URL)
    assert "is-me" not in content
    assert "You are in place" not in content


def test_a_name_is_searched_without_its_accents() -> None:
    series(1)
    Player.objects.filter(name="Jogador 3").update(name="João da Silva")
    answer = page(q="silva JOAO")
    assert [row.line.name for row in answer.context["rows"]] == ["João da Silva"]
    assert "public" not in answer.get("Cache-Control", "")
    assert "No one with that name" in text(page(q="ninguém"))


def test_the_race_needs_two_events_and_is_on_the_first_page_only() -> None:
    series(1)
    assert page().context["race"] is None
    finished(8, ranked=True, name="Outra")
    assert page().context["race"]
    assert page(q="o").context["race"] is None
    assert page().content.decode().count('<path class="chart-line racer-') == 10  # each once more in its key


def test_an_event_that_is_reopened_leaves_the_season() -> None:
    first, second = series(2)
    reopen(fresh(second), reason="a doubt", by=ana(), now=timezone.now())
    assert [event.pk for event in page().context["events"]] == [first.pk]


def test_a_season_of_many_events_asks_as_much_as_of_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    series(4)
    client = browser()
    with django_assert_max_num_queries(9):
        client.get(URL, {"q": "jogador"})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["season", "where", "home"])
def test_a_search_is_counted_though_the_page_is_made_in_one_look(settings: LazySettings, name: str) -> None:
    settings.LIMITS = 1
    tournament = running(4)
    url = {"season": URL, "home": reverse("home")}.get(name, reverse("where", args=[tournament.slug]))
    assert browser().get(url, {"q": "caio", "busca": "caio"}).status_code == 200
    assert Attempt.objects.filter(what__startswith="costly").exists()


def test_a_line_of_the_race_ends_at_its_sum() -> None:
    line = SeasonLine(1, "p2345678", "A", Fraction(10), {1: 1}, 1)
    drawn = draw_race([line, line], [[Decimal(4), Decimal(12)], [Decimal(0), Decimal(0)]])
    assert [(one.x, one.y) for one in drawn.racers] == [
        (drawn.ticks[-1].x, drawn.grid[-1].y),
        (drawn.ticks[-1].x, drawn.grid[0].y),
    ]
    assert drawn.grid[-1].points == 12
