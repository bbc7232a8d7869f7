"""After a plain win the bar asks for the losers' cards, with one tap for each."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState, SheetLine
from tests.cast import running
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.web.phones import at_the_table, counted, sign_in
from tournaments.play.play import call_time

pytestmark = pytest.mark.F92
TOUCH = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en"}


def playing(entries: int, **chosen: object) -> Match:
    """The first match of a tournament."""
    tournament = running(entries, **chosen)
    return Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]


def judge(new_page: NewPage, site: Site, match: Match, **options: object) -> Page:
    """A judge at the match."""
    phone = new_page(**{**TOUCH, **options})
    sign_in(phone, site)
    at_the_table(phone, site, match)
    return phone


def intact(match: Match) -> list[int | None]:
    """The realms on the recorded sheet, in seating order."""
    lines = SheetLine.objects.filter(sheet__match=match).order_by("position")
    return [line.counts and line.counts["intact"] for line in lines]


def test_both_losers_of_a_table_of_three_are_counted_within_the_bar(
    live_site: Site, new_page: NewPage
) -> None:
    match = playing(3, table_high=3)
    phone = judge(new_page, live_site, match)
    expect(phone.locator(".loser")).to_have_count(0)
    phone.tap("label.tile:has(#winner-2)")
    rows = phone.locator(".loser")
    expect(rows).to_have_count(2)
    expect(rows.locator("[aria-pressed=true]")).to_have_text(["Not counted", "Not counted"])
    for chip in rows.locator("button").all():
        expect(chip).to_be_in_viewport(ratio=1)
        box = chip.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    rows.nth(0).get_by_role("button", name="3", exact=True).tap()
    rows.nth(1).get_by_role("button", name="0", exact=True).tap()
    expect(phone.locator('[name="lines.0.intact"][value="3"]')).to_be_checked()
    expect(rows.locator("[aria-pressed=true]")).to_have_text(["3", "0"])
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()
    assert intact(match) == [3, 6, 0]


def test_another_winner_asks_for_other_losers_and_who_left_is_not_asked_for(
    live_site: Site, new_page: NewPage
) -> None:
    match = playing(4, table_high=4, time_limit=30)
    phone = judge(new_page, live_site, match)
    phone.tap("label.tile:has(#winner-1)")
    expect(phone.locator(".loser")).to_have_count(3)
    expect(phone.locator("#sheet-headline.is-good")).to_be_visible()
    expect(phone.locator(".sheet-record")).to_be_in_viewport(ratio=1)
    names = phone.locator(".loser-name bdi").all_inner_texts()
    phone.tap("label.tile:has(#winner-2)")
    expect(phone.locator(".loser-name bdi")).not_to_have_text(names)
    phone.select_option('[name="lines.0.out"]', "conceded")
    expect(phone.locator(".loser")).to_have_count(2)
    phone.tap("label.tile:has(#ended-concession)")
    expect(phone.locator(".loser")).to_have_count(0)


def test_a_losing_pair_has_a_row_for_each_partner(live_site: Site, new_page: NewPage) -> None:
    match = playing(4, kind="duplas")
    phone = judge(new_page, live_site, match)
    phone.tap("label.tile:has(#winner-1)")
    rows = phone.locator(".loser")
    expect(rows).to_have_count(2)
    for index in (0, 1):
        rows.nth(index).get_by_role("button", name="1", exact=True).tap()
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()
    assert sorted(intact(match), key=str) == [1, 1, 5, 5]


def test_in_conquistadores_a_loser_is_counted_too(live_site: Site, new_page: NewPage) -> None:
    match = playing(3, table_high=3, kind="conquistadores")
    phone = judge(new_page, live_site, match)
    phone.tap("label.tile:has(#winner-1)")
    phone.locator(".loser").first.get_by_role("button", name="2", exact=True).tap()
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()
    assert intact(match) == [3, 2, None]


def test_when_time_decides_everybody_is_counted_on_their_line(live_site: Site, new_page: NewPage) -> None:
    match = playing(3, table_high=3, time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    phone = judge(new_page, live_site, match)
    expect(phone.locator("#sheet-headline .ask-count")).to_be_visible()
    expect(phone.locator("#sheet-headline .ask-winner")).to_be_hidden()
    for line, realms in enumerate((3, 2, 1)):
        counted(phone, line, realms)
    expect(phone.locator(".loser")).to_have_count(0)
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()


def test_a_tap_in_the_bar_is_kept_as_any_other(live_site: Site, new_page: NewPage) -> None:
    match = playing(3, table_high=3)
    phone = judge(new_page, live_site, match)
    phone.tap("label.tile:has(#winner-1)")
    phone.locator(".loser").first.get_by_role("button", name="4", exact=True).tap()
    expect(phone.locator("#sheet-headline.is-good")).to_be_visible()
    phone.reload()
    expect(phone.locator(".loser").first.locator("[aria-pressed=true]")).to_have_text("4")
    phone.tap("label.tile:has(#winner-2)")
    phone.tap("label.tile:has(#winner-1)")
    expect(phone.locator(".loser").first.locator("[aria-pressed=true]")).to_have_text("4")
