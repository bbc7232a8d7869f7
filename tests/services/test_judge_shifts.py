"""From when to when judges are there: their tables are nobody's outside of it, and fewer of them count."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.models import Player
from core.errors import Forbidden, Refused
from scheduling.dispatcher import dispatch
from scheduling.feeds import judge_events, tournaments_helped_by
from scheduling.judging import judge_days, unattended_tables
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana, browser, bruno, caio
from tests.services.test_judge_conflicts import code_of, give_all, on
from tests.web.html import text
from tournaments.models import JudgeShift, Tournament
from tournaments.privacy import own_data
from tournaments.setup.staff import judges_warning, on_shift
from tournaments.tables.shifts import set_shift, shifts_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def put(
    tournament: Tournament, who: Player, begins: datetime | None, ends: datetime | None, by: Player
) -> None:
    code = code_of(tournament, who)
    set_shift(tournament, judge=code, begins=begins, ends=ends, by=by, now=timezone.now())


def test_what_is_planned_outside_of_it_is_nobodys() -> None:
    tournament, now = on(), timezone.now()
    request_plan(tournament, by=ana(), now=now)
    make_timetable(tournament.ledger_id, now=now)
    give_all(tournament)
    assert unattended_tables(tournament, now) == ()
    put(tournament, bruno(), now - 2 * HOUR, now - HOUR, bruno())
    assert unattended_tables(tournament, now) == ("1", "2", "3", "4")
    day = next(one for one in judge_days(tournament, now) if one.player == bruno().pk)
    assert {match.is_away for match in day.matches} == {True}
    put(tournament, bruno(), now - HOUR, now + 24 * HOUR, ana())
    day = next(one for one in judge_days(tournament, now) if one.player == bruno().pk)
    assert {match.is_away for match in day.matches} == {False}
    assert unattended_tables(tournament, now) == ()


def test_the_warning_counts_who_is_there_now() -> None:
    tournament, now = on(), timezone.now()
    for who in (ana(), bruno()):
        put(tournament, who, now + HOUR, now + 2 * HOUR, ana())
    found = judges_warning(tournament, now)
    assert found is not None
    assert found.facts["judges"] == 0
    assert judges_warning(tournament, now + HOUR) is None


def test_tables_in_play_are_compared_with_who_is_there() -> None:
    tournament, now = on(), timezone.now()
    put(tournament, ana(), now + HOUR, now + 2 * HOUR, ana())
    shifts = shifts_of(tournament)
    assert on_shift(tournament, now, shifts) == (bruno().name,)
    assert set(on_shift(tournament, now + HOUR, shifts)) == {ana().name, bruno().name}
    assert judges_warning(tournament, now, in_play=8) is None
    few = judges_warning(tournament, now, in_play=9)
    assert few is not None
    assert (few.facts["tables"], few.facts["judges"]) == (9, 1)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Judges there now"), ("pt-br", "Juízes presentes agora"), ("es", "Jueces presentes ahora")],
)
def test_now_says_who_is_there_and_warns_where_nobody_is(language: str, told: str) -> None:
    tournament, now = on(), timezone.now()
    dispatch(tournament.ledger_id, now=now)
    client, page = browser(ana(), language=language), reverse("now", args=[tournament.slug])
    assert told not in text(client.get(page))
    for who in (ana(), bruno()):
        put(tournament, who, now + HOUR, now + 2 * HOUR, ana())
    shown = client.get(page)
    assert told in text(shown)
    assert shown.context["on_shift"] == ()
    assert 'id="judges-few"' in shown.content.decode()
    put(tournament, bruno(), now - HOUR, now + HOUR, ana())
    shown = client.get(page)
    assert shown.context["on_shift"] == (bruno().name,)
    assert 'id="judges-few"' not in shown.content.decode()


def test_the_page_of_the_staff_shows_each_shift() -> None:
    tournament, now = on(), timezone.now()
    put(tournament, bruno(), now, now + HOUR, bruno())
    shown = browser(ana()).get(reverse("staff", args=[tournament.slug])).content.decode()
    assert f'<time datetime="{now.isoformat()}">' in shown
    assert f'<time datetime="{(now + HOUR).isoformat()}">' in shown


def test_it_is_refused_where_it_makes_no_sense_or_is_not_ones_own() -> None:
    tournament, now = on(), timezone.now()
    for begins, ends, code in ((now, None, "shift_half"), (now, now, "shift_order")):
        with pytest.raises(Refused) as refused:
            put(tournament, bruno(), begins, ends, bruno())
        assert [one.code for one in refused.value.violations] == [code]
    for whose, by in ((ana(), bruno()), (bruno(), caio())):
        with pytest.raises(Forbidden):
            put(tournament, whose, now, now + HOUR, by)
    assert shifts_of(tournament) == {}


def test_it_is_in_the_calendar_and_the_data_of_the_judge_and_is_forgotten_with_them() -> None:
    tournament, now = on(), timezone.now()
    put(tournament, bruno(), now, now + HOUR, bruno())
    events = judge_events(bruno(), tournaments_helped_by(bruno(), now))
    assert [(one.begins, one.ends) for one in events if one.kind == "shift"] == [(now, now + HOUR)]
    assert not [one for one in judge_events(ana(), tournaments_helped_by(ana(), now)) if one.kind == "shift"]
    told = own_data(bruno(), now)["tournaments"]
    assert isinstance(told, list)
    assert len(told[0]["shifts"]) == 1
    anonymise(bruno())
    assert not JudgeShift.objects.exists()


def test_the_page_takes_the_times_of_the_venue_and_empty_ones_end_it() -> None:
    tournament = on()
    page, client = reverse("judges", args=[tournament.slug]), browser(bruno())
    code = code_of(tournament, bruno())
    sent = {"shift": "set", "judge": code, "begins": "2026-03-14T09:00", "ends": "2026-03-14T13:00"}
    assert client.post(page, sent).status_code == 302
    assert shifts_of(tournament)[code].begins.isoformat() == "2026-03-14T12:00:00+00:00"
    wrong = client.post(page, {**sent, "ends": ""})
    assert (wrong.status_code, set(wrong.context["shift"].errors)) == (422, {"ends"})
    assert client.post(page, {**sent, "begins": "", "ends": ""}).status_code == 302
    assert shifts_of(tournament) == {}
