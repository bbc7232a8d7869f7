"""The day on a phone: starting all tables, a break that stops the clock, more time, who did not come."""

import os
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from tests.cast import ana, bruno, called, checked_in, drawn, fresh, running
from tests.fixtures.browser import LAPTOP, PHONE, NewPage
from tests.servers.site import Site
from tests.web.long_names import drawn_with_long_names
from tests.web.phones import TOUCH, sign_in
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.clock import extend_time
from tournaments.play.play import start_match

LOOK = os.environ.get("LOOK", "")


def go(page: Page, site: Site, name: str, tournament: Tournament, *more: str) -> None:
    page.goto(site.url(reverse(name, args=[tournament.slug, *more])))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def look(page: Page, name: str) -> None:
    """Keep a picture, where somebody asks for it."""
    if LOOK:
        page.screenshot(path=f"{LOOK}/{name}.png", full_page=True)


def test_all_tables_start_with_one_tap(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(8, table_high=2, time_limit=50)
    dispatch(tournament.ledger_id, now=timezone.now())
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    go(phone, live_site, "now", tournament)
    look(phone, "called")
    phone.tap("#step")
    expect(phone.locator(".day-match.is-live")).to_have_count(4)
    look(phone, "started")
    assert not called(tournament)


@pytest.mark.fault("F108")
def test_before_the_start_and_in_a_break_the_page_says_what_it_waits_for(
    live_site: Site, new_page: NewPage
) -> None:
    tournament = checked_in(8, table_high=2, starts_at=timezone.now() + timedelta(days=7))
    publish_draw(tournament, by=ana(), now=timezone.now())
    phone = new_page(**TOUCH)
    sign_in(phone, live_site, "ana")
    go(phone, live_site, "now", tournament)
    look(phone, "before-the-start")
    phone.tap("#step")
    expect(phone.get_by_text("The first round is called.")).to_be_visible()
    go(phone, live_site, "breaks", tournament)
    ends = (timezone.now() + timedelta(hours=10)).strftime("%Y-%m-%dT%H:%M")
    phone.fill("#break_ends", ends)
    look(phone, "breaks")
    phone.tap("#plan")
    expect(phone.locator("#break-1 .badge-live")).to_be_visible()
    look(phone, "break-set")
    go(phone, live_site, "now", tournament)
    expect(phone.locator("#step")).to_be_visible()
    look(phone, "now-in-a-break")
    for name in ("tournament", "hall"):
        go(phone, live_site, name, tournament)
        expect(phone.locator(".pause").first).to_be_visible()
        look(phone, f"{name}-in-a-break")


@pytest.mark.fault("F108")
def test_a_clock_stands_still_in_a_break(live_site: Site, new_page: NewPage) -> None:
    tournament, now = drawn(4, table_high=2, time_limit=50), timezone.now()
    dispatch(tournament.ledger_id, now=now)
    for called_match in called(tournament):
        start_match(called_match, by=bruno(), now=now)
    plan_break(fresh(tournament), ends=now + timedelta(hours=1), by=ana(), now=now)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    go(phone, live_site, "match", tournament, match.code)
    clock = phone.locator("#match-head .clock")
    expect(clock).to_have_text("50:00")
    look(phone, "match-in-a-break")


FELT = "navigator.vibrate = (pattern) => { (window.felt ||= []).push(pattern.length); return true; };"


def test_the_phone_of_a_judge_shakes_when_a_minute_is_left(live_site: Site, new_page: NewPage) -> None:
    tournament = running(4, table_high=4, time_limit=50)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)
    match.update(time_due_at=timezone.now() + timedelta(seconds=80))  # before any page has kept it
    phones = [new_page(**TOUCH), new_page(**TOUCH)]
    for phone, name in zip(phones, ["bruno", "caio"], strict=True):
        phone.add_init_script(FELT)
        sign_in(phone, live_site, name)
    for phone in phones:
        go(phone, live_site, "match", tournament, match[0].code)
    for phone in phones:
        phone.wait_for_selector("#match-head .clock.is-final", timeout=40_000)
    assert [phone.evaluate("window.felt || []") for phone in phones] == [[1], []]


def test_the_form_says_when_the_time_will_end(live_site: Site, new_page: NewPage) -> None:
    tournament = running(4, table_high=2, time_limit=50)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    later = extend_time(match, minutes=10, reason="lamp", by=bruno(), now=timezone.now())
    assert later.time_due_at is not None
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    go(phone, live_site, "match", tournament, match.code)
    phone.tap("#match-acts summary")
    phone.fill("#extension_minutes", "20")
    zone = fresh(tournament).zone
    due = timezone.localtime(later.time_due_at + timedelta(minutes=20), ZoneInfo(zone))
    expect(phone.locator("[data-extending]")).to_contain_text(due.strftime("%I:%M").lstrip("0"))
    look(phone, "more-time")


def test_who_did_not_come_is_one_tap_a_person(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(16, table_high=4)
    dispatch(tournament.ledger_id, now=timezone.now())
    match = called(tournament)[0]
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    go(phone, live_site, "match", tournament, match.code)
    phone.tap("#absences summary")
    tiles = phone.locator("#absences .tile")
    for number in range(1, 4):
        tiles.nth(number).tap()
    look(phone, "absences")
    phone.tap("#absences button")
    expect(phone.locator(".recorded")).to_be_visible()
    look(phone, "walkover")


def test_a_disqualification_asks_again(live_site: Site, new_page: NewPage) -> None:
    tournament = running(4, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    go(phone, live_site, "match", tournament, match.code)
    phone.tap("label.tile:has(#winner-1)")
    phone.tap("label.tile:has(#ended-disqualification)")
    phone.tap(".sheet-record")
    expect(phone.locator("#id_disqualify")).to_be_visible()
    look(phone, "disqualify")
    phone.fill("#id_reason", "insults")
    phone.tap("#id_disqualify")
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_called_table_shows_every_name(live_site: Site, new_page: NewPage, size: ViewportSize) -> None:
    tournament = drawn_with_long_names(12)
    page = new_page(viewport=size)
    sign_in(page, live_site)
    page.goto(live_site.url(reverse("now", args=[tournament.slug])))
    rows = page.locator(".day-names")
    expect(rows).to_have_count(4)
    assert rows.evaluate_all("all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length") == 0
