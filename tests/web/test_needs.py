"""The judge's list in order of need, the way to a table by its number, and what comes after a sheet."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from scheduling.dispatcher import dispatch
from tests import cast
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.now.needs import group_by_clock, next_needed
from tournaments.now.selectors import now_view
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db


def _called(entries: int = 16) -> Tournament:
    tournament = cast.drawn(entries, table_high=2, time_limit=40, tables=8)
    dispatch(tournament.ledger_id, now=timezone.now())
    return cast.fresh(tournament)


def _set(match: Match, **ago: timedelta) -> None:
    """As if that had happened so long ago."""
    moments = {name: timezone.now() - span for name, span in ago.items()}
    Match.objects.filter(pk=match.pk).update(**moments)


def _playing(match: Match, **ago: timedelta) -> None:
    """It plays, and that happened so long ago."""
    start_match(match, by=cast.bruno(), now=timezone.now())
    _set(match, **ago)


def _day() -> tuple[Tournament, list[Match]]:
    """Eight tables: two whose time is over, two that are late, two that play, two called just now."""
    tournament = _called()
    found = cast.called(tournament)
    _playing(found[0], started_at=timedelta(minutes=41), time_called_at=timedelta(minutes=1))
    _playing(found[1], started_at=timedelta(minutes=60), time_called_at=timedelta(minutes=20))
    _set(found[2], called_at=timedelta(minutes=30))
    _set(found[3], called_at=timedelta(minutes=40))
    _playing(found[4], started_at=timedelta(minutes=5))
    _playing(found[5], started_at=timedelta(minutes=25))
    return tournament, found


def test_tables_stand_in_order_of_need_each_once() -> None:
    tournament, found = _day()
    order = group_by_clock(now_view(tournament, timezone.now()))
    codes = [[view.code for view in group] for group in (order.over, order.late, order.playing)]
    assert codes == [[found[i].code for i in pair] for pair in ([1, 0], [3, 2], [5, 4])]
    assert {view.code for view in order.called} == {found[6].code, found[7].code}


def test_the_page_shows_them_in_that_order() -> None:
    tournament, found = _day()
    page = text(cast.browser(cast.bruno()).get(f"/torneios/{tournament.slug}/painel/"))
    shown = re.findall(r'id="match-(m[a-z0-9]+)"', page)
    assert shown[:6] == [found[i].code for i in (1, 0, 3, 2, 5, 4)]
    assert len(shown) == len(set(shown)) == 8
    assert page.count("sheet missing</span>") == 1


def _next(tournament: Tournament) -> str | None:
    view = next_needed(now_view(tournament, timezone.now()))
    return view.code if view else None


def test_who_needs_somebody_next() -> None:
    tournament, found = _day()
    for index in (1, 0, 3, 2):
        assert _next(tournament) == found[index].code
        cast.played(Match.objects.get(pk=found[index].pk))
    assert _next(tournament) in {found[6].code, found[7].code}


def test_where_all_play_and_have_time_nobody_is_needed() -> None:
    tournament = _called(4)
    for match in cast.called(tournament):
        _playing(match, started_at=timedelta(minutes=5))
    assert _next(tournament) is None


def test_after_a_sheet_the_next_table_is_under_the_thumb() -> None:
    tournament, found = _day()
    done, later = cast.played(Match.objects.get(pk=found[5].pk)), found[1]
    address = f"/torneios/{tournament.slug}/partidas/{done.code}/"
    page = text(cast.browser(cast.bruno()).get(address))
    way = re.search(r'id="next-table" href="([^"]+)"', page)
    assert way is not None
    assert way[1].endswith(f"/partidas/{later.code}/")
    assert 'id="back-to-now"' in page
    assert 'id="next-table"' not in text(cast.browser(cast.caio()).get(address))


@pytest.mark.parametrize("typed", ["3", " 3 "])
def test_a_number_leads_to_the_table(typed: str) -> None:
    tournament, _found = _day()
    there = Match.objects.get(ledger=tournament.ledger_id, table__label="3")
    answer = cast.browser(cast.bruno()).get(f"/torneios/{tournament.slug}/painel/mesa/", {"mesa": typed})
    assert answer.headers["Location"] == f"/torneios/{tournament.slug}/partidas/{there.code}/"


@pytest.mark.parametrize("typed", ["99", "", "<b>", "x" * 5000])
def test_a_number_without_a_match_leads_back_and_says_so(typed: str) -> None:
    tournament, _found = _day()
    client = cast.browser(cast.bruno())
    answer = client.get(f"/torneios/{tournament.slug}/painel/mesa/", {"mesa": typed}, follow=True)
    assert answer.redirect_chain == [(f"/torneios/{tournament.slug}/painel/", 302)]
    assert "No one is at a table" in text(answer)
    assert "<b>" not in text(answer).replace("<b>8", "").split("No one is at a table")[1][:20]


def test_the_way_by_number_is_for_staff() -> None:
    tournament, _found = _day()
    address = f"/torneios/{tournament.slug}/painel/mesa/?mesa=3"
    assert cast.browser(cast.caio()).get(address).status_code == 403
