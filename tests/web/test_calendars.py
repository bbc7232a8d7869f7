"""Calendars to subscribe to: right by RFC 5545, public as far as the tournament is, one's own by a secret."""

import logging
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar, Event
from pytest_django import DjangoAssertNumQueries

from accounts.calendars import calendar_at, renew_calendar
from accounts.erasing import anonymise
from accounts.models import CalendarAddress, CalendarFeed, User
from accounts.services import end_access
from core.logs import mask_tokens
from matches.models import Match, PhysicalTable
from scheduling.forecasting import update_forecast
from scheduling.models import PlannedMatch
from scheduling.timetables import make_timetable, request_plan
from tests.calendar_files import moment, read_file, titled
from tests.cast import (
    START,
    ana,
    announced,
    browser,
    bruno,
    caio,
    called,
    created,
    drawn,
    duda,
    entered,
    fresh,
    player,
    running,
)
from tournaments.endings import cancel, take_down
from tournaments.models import Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def planned(entries: int = 12, **chosen: Any) -> Tournament:
    """Drawn, with a timetable."""
    tournament = drawn(entries, tables=2, **chosen)
    at = tournament.starts_at or START
    request_plan(tournament, by=ana(), now=at)
    make_timetable(tournament.ledger_id, now=at)
    return fresh(tournament)


def public_file(tournament: Tournament, client: Client | None = None) -> bytes:
    url = reverse("tournament_calendar", args=[tournament.slug])
    answer = (client or browser()).get(url)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return bytes(answer.content)


def matches_of(found: Calendar) -> list[Event]:
    """Its matches; days and breaks keep nobody busy."""
    return [event for event in found.events if event["transp"] == "OPAQUE"]


def own_file(url: str) -> bytes:
    answer = Client(headers={"accept-language": "en"}).get(url)
    assert answer.status_code == 200
    return bytes(answer.content)


def address_of(username: str, kind: CalendarFeed = CalendarFeed.PLAYER) -> str:
    user = User.objects.get(username=username)
    return reverse("own_calendar", args=[renew_calendar(user, kind, START)])


# --- the file -----------------------------------------------------------------------------------------


def test_a_calendar_has_the_day_its_breaks_and_every_planned_match() -> None:
    tournament = planned(venue="Clube Niterói; sala 2, térreo\nfundos")
    plan_break(tournament, begins=START + 60 * MINUTE, ends=START + 90 * MINUTE, by=ana(), now=START)
    found = read_file(public_file(tournament))
    rows = list(PlannedMatch.objects.all())
    matches = matches_of(found)
    assert sorted(moment(event, "dtstart") for event in matches) == sorted(row.begins_at for row in rows)
    assert [moment(event, "dtstart") for event in titled(found, "Break")] == [START + 60 * MINUTE]
    (day,) = titled(found, tournament.title)
    assert moment(day, "dtstart") == START
    assert day["location"] == "Clube Niterói; sala 2, térreo fundos"
    assert len(titled(found, "Final")) == 1


def test_it_is_in_the_reader_s_language_and_in_the_venue_s_zone() -> None:
    tournament = planned()
    found = read_file(public_file(tournament, browser(language="pt-br")))
    assert titled(found, "Rodada") or titled(found, "Fase")
    (day,) = titled(found, tournament.title)
    assert day["dtstart"].params["TZID"] == "America/Sao_Paulo"
    assert day["dtstart"].to_ical() == b"20260314T090000"


def test_a_day_across_the_change_of_clocks_keeps_every_moment() -> None:
    """Lisbon, 2026-03-29: at 01:00 UTC clocks go from 01:00 to 02:00."""
    start = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    found = read_file(public_file(planned(24, zone="Europe/Lisbon", starts_at=start)))
    lisbon = ZoneInfo("Europe/Lisbon")
    begins = sorted(moment(event, "dtstart") for event in found.events)
    assert begins[0].astimezone(UTC) == start
    assert {at.utcoffset() for at in begins} == {timedelta(0), timedelta(hours=1)}
    assert {at.astimezone(UTC) for at in begins} == {
        start, *PlannedMatch.objects.values_list("begins_at", flat=True)
    }  # fmt: skip
    (rules,) = found.timezones
    told = rules.to_tz()
    for at in begins:
        wall = at.astimezone(lisbon).replace(tzinfo=None)
        assert wall.replace(tzinfo=told).utcoffset() == at.astimezone(lisbon).utcoffset()


def test_names_of_events_last_and_a_stamp_moves_with_its_event_alone() -> None:
    tournament = planned()
    before = {str(event["uid"]): event for event in matches_of(read_file(public_file(tournament)))}
    match = Match.objects.filter(ledger=tournament.ledger_id).order_by("planned__begins_at")[0]
    start_match(match, by=bruno(), now=START + 7 * MINUTE)
    after = {str(event["uid"]): event for event in matches_of(read_file(public_file(tournament)))}
    assert before.keys() == after.keys()
    moved = [uid for uid in after if after[uid].to_ical() != before[uid].to_ical()]
    (uid,) = moved
    assert moment(after[uid], "dtstart") == START + 7 * MINUTE
    assert moment(after[uid], "dtstamp") > moment(before[uid], "dtstamp")
    assert (before[uid]["status"], after[uid]["status"]) == ("TENTATIVE", "CONFIRMED")


def test_what_is_late_moves_with_the_timetable() -> None:
    tournament = planned()
    before = read_file(public_file(tournament))
    late = START + 120 * MINUTE
    update_forecast(tournament.ledger_id, now=late)
    after = read_file(public_file(tournament))
    first = [
        min(moment(e, "dtstart") for e in found.events if e["transp"] == "OPAQUE")
        for found in (before, after)
    ]
    assert first[0] < late <= first[1]
    stamps = {moment(e, "dtstamp") for e in after.events if e["transp"] == "OPAQUE"}
    assert stamps == {late}


def test_without_a_timetable_it_has_what_was_called_and_no_bye() -> None:
    tournament = running(9)
    found = read_file(public_file(tournament))
    on = Match.objects.filter(ledger=tournament.ledger_id, started_at__isnull=False).count()
    assert len(matches_of(found)) == on > 0


def test_a_cancelled_day_says_so_and_one_without_a_start_is_an_empty_file() -> None:
    tournament = announced()
    cancel(tournament, reason="A luz acabou.", by=ana(), now=START)
    (day,) = read_file(public_file(fresh(tournament))).events
    assert day["status"] == "CANCELLED"
    assert read_file(public_file(announced(name="Sem dia", starts_at=None))).events == []


def test_a_table_has_its_own_matches_and_no_others() -> None:
    tournament = planned()
    for table in PhysicalTable.objects.filter(ledger=tournament.ledger_id):
        url = reverse("table_calendar", args=[tournament.slug, table.position])
        found = read_file(bytes(browser().get(url).content))
        begins = table_begins(table)
        assert sorted(moment(event, "dtstart") for event in found.events) == begins
        assert begins
    assert browser().get(reverse("table_calendar", args=[tournament.slug, 99])).status_code == 404


def table_begins(table: PhysicalTable) -> list[datetime]:
    return sorted(PlannedMatch.objects.filter(table=table).values_list("begins_at", flat=True))


# --- who may read it, and what it costs ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["tournament_calendar", "table_calendar"])
def test_it_is_as_public_as_its_tournament_and_ready(
    name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    hidden = created()
    position = PhysicalTable.objects.filter(ledger=hidden.ledger_id)[0].position
    more = [position] if name == "table_calendar" else []
    url = reverse(name, args=[hidden.slug, *more])
    assert browser().get(url).status_code == 404
    assert browser(bruno()).get(url).status_code == 200
    shown = planned(name="Aberto")
    url, client = reverse(name, args=[shown.slug, *more]), browser()
    first = client.get(url)
    with django_assert_max_num_queries(2):
        again = client.get(url, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    there = Match.objects.filter(planned__table__position=position).order_by("planned__begins_at")
    start_match(there[0], by=bruno(), now=START)
    assert client.get(url, headers={"if-none-match": first["ETag"]}).status_code == 200
    take_down(fresh(shown), reason="x", now=START)
    assert client.get(url).status_code == 410


def test_no_name_of_anybody_is_in_a_calendar() -> None:
    tournament = running()
    files = [
        public_file(tournament),
        own_file(address_of("caio")),
        own_file(address_of("bruno", CalendarFeed.JUDGE)),
    ]
    for body in files:
        whole = body.decode().replace("\r\n ", "")
        assert not re.search("Jogador|Caio|Bruno|Ana ", whole)


# --- one's own ----------------------------------------------------------------------------------------


def test_a_player_s_calendar_has_the_days_and_the_matches_of_theirs() -> None:
    caio()
    later = entered(name="Mais tarde", starts_at=START + timedelta(days=9))
    tournament = planned(name="Hoje")
    url = address_of("caio")
    mine = Match.objects.filter(ledger=tournament.ledger_id, seats__persona__player=caio())
    found = read_file(own_file(url))
    (match,) = matches_of(found)
    assert moment(match, "dtstart") == PlannedMatch.objects.get(match=mine[0]).begins_at
    assert str(match["url"]).endswith(reverse("match", args=[tournament.slug, mine[0].code]))
    assert {moment(e, "dtstart") for e in found.events if e["transp"] != "OPAQUE"} == {START, later.starts_at}
    player("zeca")
    assert read_file(own_file(address_of("zeca"))).events == []


def test_a_helper_s_calendar_has_days_that_are_not_public_yet() -> None:
    hidden = created()
    (day,) = read_file(own_file(address_of("bruno", CalendarFeed.JUDGE))).events
    assert day["summary"] == hidden.title
    assert read_file(own_file(address_of("bruno"))).events == []


def test_nothing_new_is_told_in_few_queries_and_any_change_is_news(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = planned()
    url, client = address_of("caio"), Client(headers={"accept-language": "en"})
    first = client.get(url)
    assert "private" in first["Cache-Control"]
    with django_assert_max_num_queries(3):
        again = client.get(url, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    update_forecast(tournament.ledger_id, now=START + 120 * MINUTE)
    moved = client.get(url, headers={"if-none-match": first["ETag"]})
    assert moved.status_code == 200
    assert moved["ETag"] != first["ETag"]


def test_an_address_is_shown_once_kept_as_a_hash_and_renewed() -> None:
    client = browser(caio())
    page = client.post(reverse("calendars"), {"kind": "player", "act": "renew"})
    address = page.context["new_calendar"]
    assert address in page.content.decode()
    assert f'action="{reverse("calendars")}#calendars"' in page.content.decode()  # the page opens there
    assert "no-store" in page["Cache-Control"]
    token = address.rsplit("/", 1)[1].removesuffix(".ics")
    kept = CalendarAddress.objects.get()
    assert token not in str(vars(kept))
    assert token not in client.get(reverse("account")).content.decode()
    assert Client().get(address).status_code == 200
    other = client.post(reverse("calendars"), {"kind": "player", "act": "renew"}).context["new_calendar"]
    assert Client().get(address).status_code == 404
    assert Client().get(other).status_code == 200
    client.post(reverse("calendars"), {"kind": "player", "act": "end"})
    assert Client().get(other).status_code == 404
    assert CalendarAddress.objects.count() == 0


@pytest.mark.parametrize("sent", [{}, {"kind": "x", "act": "renew"}, {"kind": "player", "act": "x"}])
def test_what_means_nothing_makes_no_address(sent: dict[str, str]) -> None:
    assert browser(caio()).post(reverse("calendars"), sent).status_code == 302
    assert not CalendarAddress.objects.exists()


def test_a_visitor_is_sent_to_sign_in() -> None:
    assert "entrar" in browser().post(reverse("calendars"), {"kind": "player", "act": "renew"})["Location"]


def test_it_goes_with_the_account_and_outlives_a_password() -> None:
    caio()
    url = address_of("caio")
    user = User.objects.get(username="caio")
    end_access(user)
    assert Client().get(url).status_code == 200
    user.is_active = False
    user.save()
    assert Client().get(url).status_code == 404
    anonymise(caio())
    assert not CalendarAddress.objects.exists()


def test_an_address_stands_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    duda()
    url = address_of("duda")
    with caplog.at_level(logging.INFO):
        Client().get(url)
    token = url.rsplit("/", 1)[1]
    assert token not in str(mask_tokens(url))
    assert calendar_at(token.removesuffix(".ics")) is not None


def test_the_timetable_leads_to_the_calendars() -> None:
    tournament = planned()
    page = browser().get(reverse("timetable", args=[tournament.slug])).content.decode()
    assert reverse("tournament_calendar", args=[tournament.slug]) in page
    assert reverse("table_calendar", args=[tournament.slug, called_position(tournament)]) in page


def called_position(tournament: Tournament) -> int:
    assert not called(tournament)
    return PhysicalTable.objects.filter(ledger=tournament.ledger_id)[0].position
