"""The organizer's page: what runs and waits, and the one sensible act; then its polled fragment."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import Match
from scheduling.dispatcher import dispatch, set_tables
from tests.cast import (
    START,
    ana,
    announced,
    browser,
    bruno,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    entered,
    finished,
    fresh,
    plain_win,
    played,
    running,
)
from tournaments.models import Tournament
from tournaments.play.play import call_time, record_sheet, start_match

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def at(tournament: Tournament) -> str:
    return reverse("now", args=[tournament.slug])


def matches(tournament: Tournament, state: str) -> list[Match]:
    return list(Match.objects.filter(ledger=tournament.ledger_id, state=state))


def step(tournament: Tournament, who: Any = ana) -> Any:
    return browser(who()).get(at(tournament)).context["step"]


def late(tournament: Tournament, **times: timedelta) -> None:
    """Move the given times of the tournament's open matches into the past."""
    moved = {field: timezone.now() - ago for field, ago in times.items()}
    Match.objects.filter(ledger=tournament.ledger_id, state__in=["called", "playing"]).update(**moved)


def won(match: Match) -> None:
    """The first side wins plainly."""
    start_match(match, by=bruno(), now=timezone.now())
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now())


def called_only(**chosen: Any) -> Tournament:
    tournament = drawn(8, **chosen)
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)


def all_played(**chosen: Any) -> Tournament:
    tournament = drawn(4, **chosen)
    while ready := matches(tournament, "ready"):
        won(ready[0])
    return fresh(tournament)


def without_tables() -> Tournament:
    tournament = drawn(8)
    set_tables(tournament, count=0, by=ana(), now=START)
    return fresh(tournament)


def time_is_over() -> Tournament:
    tournament = running(8, time_limit=40)
    late(tournament, started_at=timedelta(hours=1), time_due_at=timedelta(minutes=20))
    call_time(matches(tournament, "playing")[0], by=None, now=timezone.now())
    return fresh(tournament)


def sheet_is_missing() -> Tournament:
    tournament = time_is_over()
    late(tournament, time_called_at=timedelta(minutes=11))
    return tournament


def nobody_came() -> Tournament:
    tournament = called_only()
    late(tournament, called_at=timedelta(minutes=11))
    return tournament


@pytest.mark.parametrize(
    ("build", "code", "page"),
    [
        (created, "announce", "announcement"),
        (announced, "invite", "share"),
        (lambda: entered(8), "check_in", "check_in"),
        (lambda: checked_in(8), "draw", "draw"),
        (lambda: called_only(tables=1), "start", "match"),
        (lambda: running(8), "record", "sheet"),
        (time_is_over, "record", "sheet"),
        (sheet_is_missing, "sheet", "sheet"),
        (nobody_came, "late", "no_show"),
        (without_tables, "tables", "tables"),
        (lambda: drawn(8), "wait", "bracket"),
        (all_played, "finish", "finish"),
        (lambda: finished(4), "share", "share"),
    ],
)
def test_the_one_visible_button_is_the_next_sensible_act(build: Any, code: str, page: str) -> None:
    tournament = build()
    answer = browser(ana()).get(at(tournament))
    found = answer.context["step"]
    assert (answer.status_code, found.code, found.allowed) == (200, code, True)
    html = answer.content.decode()
    more = [found.match.code] if found.match else []
    assert html.count('id="step"') == 1
    assert f'id="step" href="{reverse(page, args=[tournament.slug, *more])}"' in html
    assert "btn-primary" not in html


def test_time_that_is_over_comes_before_what_was_started_earlier() -> None:
    tournament = time_is_over()
    found = step(tournament)
    assert found.match.time_called_at is not None


@pytest.mark.parametrize(
    ("build", "allowed"), [(created, False), (lambda: checked_in(8), False), (lambda: running(8), True)]
)
def test_what_a_judge_may_not_do_is_said_without_a_button(build: Any, allowed: bool) -> None:
    answer = browser(bruno()).get(at(build()))
    assert answer.context["step"].allowed is allowed
    assert ('id="step"' in answer.content.decode()) is allowed


def test_what_is_missing_is_listed_with_the_way_to_mend_it() -> None:
    tournament = checked_in(4, ranked=True)
    answer = browser(ana()).get(at(tournament))
    assert [item.violation.code for item in answer.context["missing"]] == ["too_few_people"]
    assert reverse("check_in", args=[tournament.slug]) in answer.content.decode()


def test_it_shows_what_runs_what_is_free_and_who_waits_for_whom() -> None:
    tournament = running(16, tables=3, time_limit=40)
    won(matches(tournament, "playing")[0])
    dispatch(tournament.ledger_id, now=timezone.now())
    answer = browser(bruno()).get(at(tournament))
    view = answer.context["now"]
    assert (len(view.playing), len(view.called), view.ended_count, view.total) == (2, 1, 1, 5)
    html = answer.content.decode()
    assert html.count('class="clock"') == 2
    (waits,) = view.half_known
    known = [side.names[0] for side in waits.sides if side.entry_code]
    assert known
    assert all(f"<bdi>{name}</bdi>" in html for name in known)
    assert "winner of 1." in html


def test_a_match_without_a_table_waits_in_sight() -> None:
    tournament = running(8, table_high=2, tables=1)
    view = browser(bruno()).get(at(tournament)).context["now"]
    assert (len(view.playing), len(view.ready), view.free_tables) == (1, 3, ())


@pytest.mark.fault("F56")
def test_a_poll_without_news_costs_nothing_and_one_with_news_brings_the_fragment() -> None:
    tournament, who = running(8), browser(bruno())
    address = f"{at(tournament)}?seq={tournament.ledger.head_seq}"
    assert who.get(address, headers=HTMX).status_code == 204
    played(matches(tournament, "playing")[0])
    answer = who.get(address, headers=HTMX)
    html = answer.content.decode()
    assert (answer.status_code, "HX-Request" in answer["Vary"]) == (200, True)
    assert html.lstrip().startswith('<div id="now"')
    assert f"seq={fresh(tournament).ledger.head_seq}" in html


@pytest.mark.fault("F48")
def test_what_gets_late_shows_without_news_in_the_record() -> None:
    tournament, who = called_only(), browser(bruno())
    late(tournament, called_at=timedelta(minutes=11))
    html = who.get(at(tournament), headers=HTMX).content.decode()
    assert "late</span>" in html
    assert 'hx-trigger="every 60s"' in who.get(at(tournament)).content.decode()


def test_a_match_whose_sheet_is_missing_is_shown_once() -> None:
    html = browser(bruno()).get(at(sheet_is_missing())).content.decode()
    ids = re.findall(r'id="([^"]+)"', html)
    assert "sheets-title" in ids
    assert len(ids) == len(set(ids))


@pytest.mark.fault("F36")
def test_it_says_when_nobody_works_in_the_background() -> None:
    answer = browser(ana()).get(at(running(8)))
    assert answer.context["now"].delayed
    assert b'id="delay"' in answer.content


def test_the_page_is_for_staff() -> None:
    tournament = running(8)
    for somebody in (caio(), duda()):
        assert browser(somebody).get(at(tournament)).status_code == 403
        assert browser(somebody).get(at(tournament), headers=HTMX).status_code == 403
    assert browser().get(at(tournament)).status_code == 302
    assert browser(duda()).get(at(created(name="Segredo"))).status_code == 404


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_both_languages_in_every_state(language: str) -> None:
    who = browser(ana(), language=language)
    states = {"A": entered, "B": running, "C": finished}
    for name, build in states.items():
        tournament = build(4, name=name)
        assert f'lang="{language}"' in who.get(at(tournament)).content.decode()
