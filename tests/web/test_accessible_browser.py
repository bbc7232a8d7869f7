"""Tables are marked and needs noted on a phone and a laptop, with scripts and without."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from matches.models import AccessNeed, Entry, PhysicalTable
from tests.cast import checked_in, running
from tests.fixtures.browser import LAPTOP, NewPage
from tests.servers.site import Site
from tests.web.phones import sign_in
from tournaments.models import Tournament

LOOK = os.environ.get("LOOK", "")
NARROW: ViewportSize = {"width": 390, "height": 844}
WAYS = [(NARROW, True), (NARROW, False), (LAPTOP, True), (LAPTOP, False)]


def go(page: Page, site: Site, name: str, tournament: Tournament) -> None:
    page.goto(site.url(reverse(name, args=[tournament.slug])))
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") == width


def look(page: Page, name: str) -> None:
    """Keep pictures, where somebody asks for them."""
    for scheme in ("light", "dark") if LOOK else ():
        page.emulate_media(color_scheme=scheme)
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=f"{LOOK}/{name}-{width}-{scheme}.png", full_page=True)


@pytest.mark.parametrize(("viewport", "scripts"), WAYS)
def test_a_table_is_marked_and_a_need_is_noted(
    live_site: Site, new_page: NewPage, viewport: ViewportSize, scripts: bool
) -> None:
    tournament = checked_in(8, tables=4, table_low=2, table_high=2)
    entry = Entry.objects.filter(ledger=tournament.ledger_id)[2]
    page = new_page(viewport=viewport, java_script_enabled=scripts, locale="pt-BR")
    sign_in(page, live_site, "ana")
    go(page, live_site, "check_in", tournament)
    row = page.locator(f"#entry-{entry.code}")
    row.locator("summary").click()
    look(page, "door-open")
    row.locator("[value=need]").click()
    expect(row.locator("[value=no_need]")).to_be_attached()
    look(page, "door-noted")
    assert AccessNeed.objects.get().entry == entry
    go(page, live_site, "now", tournament)
    expect(page.locator("#lacks-accessible")).to_be_visible()
    look(page, "now-lacks")
    go(page, live_site, "tables", tournament)
    page.locator("#table-3 [value=accessible]").click()
    expect(page.locator("#table-3 [value=plain]")).to_be_visible()
    look(page, "tables")
    assert PhysicalTable.objects.get(accessible_since__isnull=False).label == "3"
    go(page, live_site, "now", tournament)
    expect(page.locator("#lacks-accessible")).to_have_count(0)


@pytest.mark.parametrize("viewport", [NARROW, LAPTOP])
def test_in_the_middle_of_the_day_the_way_leads_from_now(
    live_site: Site, new_page: NewPage, viewport: ViewportSize
) -> None:
    tournament = running(8, tables=2, table_low=2, table_high=2)
    entry = Entry.objects.filter(ledger=tournament.ledger_id)[1]
    page = new_page(viewport=viewport)
    sign_in(page, live_site)
    go(page, live_site, "now", tournament)
    page.click("#access-needs")
    row = page.locator(f"#entry-{entry.code}")
    row.locator("summary").click()
    look(page, "closed-door")
    row.locator("[value=need]").click()
    expect(row.locator("[value=no_need]")).to_be_attached()
    assert AccessNeed.objects.get().entry == entry
    row.locator("summary").click()
    row.locator("[value=no_need]").click()
    expect(row.locator("[value=need]")).to_be_attached()
    assert not AccessNeed.objects.exists()
