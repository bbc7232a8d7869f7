"""Cards that nobody counts, on a judge's phone and before the end, in a real browser."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match, SheetLine
from tests.cast import ana, bruno, drawn, plain_win
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.services.test_uncounted import uncounted
from tests.web.phones import at_the_table, counted, first_match, more, sign_in
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.F92
TOUCH = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en"}


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_a_loser_is_one_tap_and_who_is_not_counted_is_none(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-2)")
    phone.tap('label.chip:has([name="lines.0.intact"][value="3"])')
    phone.tap('label.chip:has([name="lines.2.intact"][value="0"])')
    expect(phone.locator('[name="lines.3.intact"][value=""]')).to_be_checked()
    expect(phone.locator("#sheet-check .places")).to_contain_text("not counted")
    assert width(phone) == 390
    for chip in phone.locator(".chip").all():
        box = chip.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_contain_text("not counted")
    lines = SheetLine.objects.filter(sheet__match=match).order_by("position")
    assert [line.counts and line.counts["intact"] for line in lines] == [3, 6, 0, None]


def test_not_counted_can_be_tapped_again(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**{**TOUCH, "viewport": {"width": 320, "height": 640}})
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-1)")
    counted(phone, 1, 4)
    phone.tap('label.chip:has([name="lines.1.intact"][value=""])')
    more(phone, 2)
    phone.fill('[name="lines.2.commanders"]', "2")
    expect(phone.locator("#sheet-headline.is-danger")).to_be_visible()
    phone.fill('[name="lines.2.commanders"]', "")
    expect(phone.locator("#sheet-headline.is-good")).to_be_visible()
    assert width(phone) == 320


def one_uncounted_table() -> Tournament:
    tournament = drawn(4, table_high=4)
    match = Match.objects.get(ledger=tournament.ledger_id)
    start_match(match, by=bruno(), now=timezone.now())
    record_sheet(match, sheet=uncounted(plain_win(match), 1, 2), by=bruno(), now=timezone.now())
    return tournament


def test_before_the_end_the_cards_are_counted_from_the_list(live_site: Site, new_page: NewPage) -> None:
    tournament = one_uncounted_table()
    ana()
    page = new_page(**TOUCH)
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse("finish", args=[tournament.slug])))
    expect(page.locator("#uncounted-title")).to_be_visible()
    assert width(page) == 390
    page.get_by_role("link", name="Count the cards").click()
    counted(page, 1, 2)
    counted(page, 2, 4)
    page.click("text=Show the consequences")
    page.locator("[name=step][value=confirm]").click()
    page.goto(live_site.url(reverse("finish", args=[tournament.slug])))
    expect(page.locator("#uncounted-title")).to_have_count(0)
