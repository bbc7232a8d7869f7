"""Matches are dragged in the drawing, and moved by keys: both send the form that works without JavaScript."""

import os

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match
from scheduling.forecasting import update_forecast
from scheduling.models import PinnedMatch, PlannedMatch
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana, drawn, fresh
from tests.fixtures.browser import LAPTOP, PHONE, NewPage
from tests.servers.site import Site
from tests.web.phones import TOUCH, sign_in
from tournaments.models import Tournament

LOOK = os.environ.get("LOOK", "")


def planned() -> Tournament:
    found = drawn(16, tables=3)
    request_plan(found, by=ana(), now=timezone.now())
    make_timetable(found.ledger_id, now=timezone.now())
    return fresh(found)


def opened(page: Page, site: Site, tournament: Tournament) -> Page:
    page.goto(site.url(reverse("timetable", args=[tournament.slug])))
    return page


def look(page: Page, name: str) -> None:
    """Keep a picture, where somebody asks for it."""
    if LOOK:
        page.screenshot(path=f"{LOOK}/{name}.png", full_page=True)


def final_of(tournament: Tournament) -> Match:
    return Match.objects.filter(ledger=tournament.ledger_id, third_place=False).order_by("-round")[0]


def test_a_match_is_dragged_to_a_table_and_a_time(live_site: Site, new_page: NewPage) -> None:
    tournament = planned()
    final = final_of(tournament)
    page = new_page(viewport=LAPTOP)
    sign_in(page, live_site, "ana")
    bar = opened(page, live_site, tournament).locator(f"[data-pin={final.code}]")
    bar.scroll_into_view_if_needed()
    box, before = bar.bounding_box(), PlannedMatch.objects.select_related("table").get(match=final)
    assert box is not None
    rows = {1: 46, 2: 46, 3: -46}[before.table.position]
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 10 + rows, steps=4)
    page.mouse.move(box["x"] + 110, box["y"] + 10 + rows, steps=4)
    look(page, "dragging")
    page.mouse.up()
    expect(page.locator("#pins li")).to_have_count(1)
    pin = PinnedMatch.objects.select_related("table").get()
    assert pin.match_id == final.pk
    assert pin.table is not None
    assert pin.table.position == before.table.position + (1 if rows > 0 else -1)
    assert pin.begins_at is not None
    assert pin.begins_at > before.begins_at
    update_forecast(tournament.ledger_id, now=timezone.now())
    opened(page, live_site, tournament)
    expect(page.locator(".gantt-pin")).to_have_count(1)
    look(page, "pinned")


def test_keys_move_a_match_and_escape_takes_it_back(live_site: Site, new_page: NewPage) -> None:
    tournament = planned()
    final = final_of(tournament)
    page = new_page(viewport=LAPTOP)
    sign_in(page, live_site, "ana")
    bar = opened(page, live_site, tournament).locator(f"[data-pin={final.code}]")
    bar.focus()
    for key in ("ArrowRight", "ArrowRight", "Escape"):
        page.keyboard.press(key)
    expect(page.locator(".is-moving")).to_have_count(0)
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#pins li")).to_have_count(1)
    pin, before = PinnedMatch.objects.get(), PlannedMatch.objects.get(match=final)
    assert pin.begins_at is not None
    assert 0 < (pin.begins_at - before.begins_at).total_seconds() < 900
    assert pin.table_id == before.table_id


def test_on_a_phone_without_javascript_the_form_does_it(live_site: Site, new_page: NewPage) -> None:
    tournament = planned()
    page = new_page(**TOUCH, java_script_enabled=False)
    sign_in(page, live_site, "ana")
    opened(page, live_site, tournament)
    page.select_option("#pin-match", final_of(tournament).code)
    page.select_option("#pin-table", "2")
    page.locator("#pin-form button").click()
    expect(page.locator("#pins li")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    look(page, "phone")
    page.locator("#pins li button").click()
    expect(page.locator("#pins li")).to_have_count(0)
    assert not PinnedMatch.objects.exists()
