"""Pages that have to fit: a regulation in two screens, a row a thumb high, creating on a laptop."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from matches.models import Entry, EntryState
from tests.cast import START, ana, announced, entered
from tests.fixtures.browser import LAPTOP, PHONE, NewPage
from tests.servers.site import Site
from tests.web.phones import sign_in
from tournaments.entries.enter import add_entry
from tournaments.inputs import NewEntry

HAND = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "en"}
SCREENS, ROW = 2, 44


def height(page: Page) -> int:
    """How tall the whole page is, in pixels."""
    found: int = page.evaluate("document.documentElement.scrollHeight")
    return found


def test_a_regulation_is_read_in_two_screens_and_printed_whole(live_site: Site, new_page: NewPage) -> None:
    tournament = announced(ranked=True, variants=("xisum",), time_limit=40, house_rules={"grace_minutes": 5})
    page = new_page(**HAND)
    page.goto(live_site.url(reverse("regulation", args=[tournament.slug])))
    assert height(page) <= SCREENS * 844
    folds = page.locator("details.fold")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.fold:not([open])").count() == 0
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.fold:not([open])").count() == folds.count() - 1


def test_somebody_is_checked_in_by_a_tap_anywhere_on_a_row(live_site: Site, new_page: NewPage) -> None:
    tournament = entered(8)
    page = new_page(**HAND)
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse("check_in", args=[tournament.slug])))
    row = page.locator(".door-row").first
    box = row.bounding_box()
    assert box
    assert ROW <= box["height"] <= ROW + 8
    page.touchscreen.tap(box["x"] + 12, box["y"] + box["height"] / 2)
    expect(page.locator(".door-row.is-here")).to_have_count(1)
    expect(page.locator("#door-count")).to_contain_text("1")
    assert Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).count() == 1
    page.mouse.wheel(0, 2_000)
    expect(page.locator("#door-count")).to_be_in_viewport()


def test_title_and_choices_stay_beside_the_form(live_site: Site, new_page: NewPage) -> None:
    ana()
    page = new_page(viewport=LAPTOP, locale="en")
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse("tournament_new")))
    page.fill("[name=name]", "Vila Isabel")
    page.fill("[name=capacity]", "32")
    preview = page.locator(".setup-preview")
    expect(preview).to_contain_text("Vila Isabel")
    expect(preview).to_contain_text("32")
    page.mouse.wheel(0, 900)
    expect(preview.locator(".preview")).to_be_in_viewport()


@pytest.mark.parametrize("name", ["check_in", "entries"])
@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}, LAPTOP])
def test_a_name_of_one_long_word_widens_no_list_of_entries(
    live_site: Site, new_page: NewPage, name: str, size: ViewportSize
) -> None:
    tournament = announced(kind="duplas")
    words = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen"[:80]
    add_entry(tournament, entry=NewEntry((words, f"{words[:-1]}a")), by=ana(), now=START)
    page = new_page(viewport=size)
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse(name, args=[tournament.slug])))
    expect(page.get_by_text(words).first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
