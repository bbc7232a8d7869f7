"""On a phone: a head of one line on all pages but the overview, and seven names at the check-in."""

import itertools

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize

from matches.models import Match
from tests.cast import START, ana, announced, drawn, fresh, running
from tests.fixtures.browser import PHONE, NewPage
from tests.servers.site import Site
from tests.web.long_names import NAMES
from tests.web.phones import sign_in
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

HAND: ViewportSize = {"width": 390, "height": 844}
LONG = "Copa de Inverno dos Amigos do Clube Recreativo"
PAGES = ("now", "bracket", "standing", "entries", "regulation", "tournament_edit", "organize", "match")
LINE = 40  # pixels that a line of head takes at most
CLEAR = """() => {
  const bar = document.querySelector('.thumb-bar').getBoundingClientRect().top;
  return [...document.querySelectorAll('.door-row')]
    .filter(one => one.getBoundingClientRect().bottom <= bar).length;
}"""

IN_REACH = """one => {
  const box = one.getBoundingClientRect(), x = box.left + box.width / 2;
  return [box.top + 1, box.bottom - 1].every(y => one.contains(document.elementFromPoint(x, y)));
}"""


def opened(page: Page, site: Site, name: str, tournament: Tournament) -> Page:
    more = [Match.objects.filter(ledger=tournament.ledger_id)[:1].get().code] if name == "match" else []
    page.goto(site.url(reverse(name, args=[tournament.slug, *more])))
    return page


def head(page: Page) -> float:
    box = page.locator(".t-head").bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("name", PAGES)
def test_the_head_is_one_line_with_title_and_state(live_site: Site, new_page: NewPage, name: str) -> None:
    tournament = running(8, name=LONG)
    page = new_page(viewport=HAND)
    sign_in(page, live_site, "ana")
    opened(page, live_site, name, tournament)
    assert head(page) <= LINE
    assert page.locator(".t-head h1").is_visible()
    assert page.locator(".t-head .badge").filter(visible=True).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") == HAND["width"]


def test_the_overview_has_the_whole_head(live_site: Site, new_page: NewPage) -> None:
    page = opened(new_page(viewport=HAND), live_site, "tournament", running(8, name=LONG))
    assert head(page) > 2 * LINE
    assert page.locator(".t-head time").is_visible()


@pytest.mark.parametrize("size", [HAND, {"width": 1440, "height": 900}], ids=["phone", "desk"])
def test_a_late_entry_needs_no_scrolling(live_site: Site, new_page: NewPage, size: ViewportSize) -> None:
    """Neither to its form nor to the button, also after something was wrong."""
    tournament = drawn(24, table_low=2, table_high=4, name=LONG)
    page = new_page(viewport=size, locale="en")
    sign_in(page, live_site, "ana")
    opened(page, live_site, "entries", tournament)
    link = page.get_by_role("link", name="Late entry")
    assert page.evaluate(IN_REACH, link.element_handle())
    link.click()
    button = page.get_by_role("button", name="Add")
    assert page.evaluate(IN_REACH, button.element_handle())
    page.get_by_label("Name", exact=True).fill("Jogador 2")
    page.get_by_label("Club or city").fill("ana@example.org")
    button.click()
    page.locator(".notice-danger").wait_for()
    assert page.evaluate(IN_REACH, button.element_handle())
    page.get_by_label("Reason").focus()
    assert page.evaluate(IN_REACH, page.get_by_label("Reason").element_handle())


@pytest.mark.parametrize("ranked", [False, True])
def test_the_check_in_shows_seven_names(live_site: Site, new_page: NewPage, ranked: bool) -> None:
    tournament = announced(name=LONG, ranked=ranked)
    rows = [
        NewEntry((f"{name} {number}",), club="Maré")
        for number, name in zip(range(1, 25), itertools.cycle(NAMES), strict=False)
    ]
    import_entries(tournament, entries=rows, by=ana(), now=START)
    page = new_page(viewport=HAND)
    sign_in(page, live_site, "ana")
    opened(page, live_site, "check_in", fresh(tournament))
    assert page.evaluate(CLEAR) >= 7
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
