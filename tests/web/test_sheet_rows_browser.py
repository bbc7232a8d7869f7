"""Many sheets are typed from paper with the keyboard alone, row after row."""

import os
import re
from itertools import pairwise

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from tests.cast import drawn, fresh
from tests.fixtures.browser import LAPTOP, PHONE, NewPage
from tests.servers.site import Site
from tests.web.phones import sign_in
from tournaments.models import Tournament
from web.sheets.rows import open_matches

# Radio buttons lie under their tiles, so they are checked by force, as a keyboard does.
SIX = "[name='lines.0.intact'][value='6']"
LOOK = os.environ.get("LOOK", "")


def look(page: Page, name: str) -> None:
    """Keep a picture, where it is asked for."""
    if LOOK:
        page.screenshot(path=f"{LOOK}/{name}.png", full_page=True)


def opened(page: Page, site: Site, tournament: Tournament) -> Page:
    sign_in(page, site, "bruno")
    page.goto(site.url(reverse("sheet_rows", args=[tournament.slug])))
    return page


def type_row(page: Page, code: str) -> None:
    """Choose the first side with the keyboard, type the end of the match, and press Enter."""
    row = page.locator(f"#row-{code}")
    row.locator("[name=winner]").first.focus()
    page.keyboard.press("Space")
    row.locator("[name=day]").fill("2026-03-15")
    row.locator("[name=ended]").fill("00:01")
    page.keyboard.press("Enter")


def states(tournament: Tournament, codes: list[str]) -> list[str]:
    found = Match.objects.filter(ledger=tournament.ledger_id, code__in=codes)
    by_code = dict(found.values_list("code", "state"))
    return [by_code[code] for code in codes]


def test_rows_are_typed_with_the_keyboard_one_after_the_other(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(16, table_high=4)
    codes = [match.code for match in open_matches(fresh(tournament))]
    page = opened(new_page(viewport=LAPTOP), live_site, tournament)
    look(page, "rows")
    for code, following in pairwise(codes[:3]):
        type_row(page, code)
        expect(page.locator(f"#row-{code} [data-row-recorded]")).to_be_visible()
        expect(page.locator(f"#row-{following} [name=winner]").first).to_be_focused()
    assert states(tournament, codes[:3]) == [MatchState.ENDED, MatchState.ENDED, MatchState.READY]
    look(page, "rows-recorded")


def test_a_refused_row_keeps_what_was_typed_in_all_rows(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(16, table_high=4)
    first, second = [match.code for match in open_matches(fresh(tournament))][:2]
    page = opened(new_page(viewport=PHONE), live_site, tournament)
    page.locator(f"#row-{second} [name=ended]").fill("10:15")
    row = page.locator(f"#row-{first}")
    row.locator("[name=winner]").first.check(force=True)
    row.locator(".sheet-record").click()
    expect(row.locator(".sheet-refused")).to_be_visible()
    expect(row.locator(SIX)).to_be_checked()
    expect(page.locator(f"#row-{second} [name=ended]")).to_have_value("10:15")
    look(page, "rows-refused")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("page_size", [{"width": 390, "height": 844}])
def test_without_javascript_the_page_opens_at_the_next_row(
    live_site: Site, new_page: NewPage, page_size: dict[str, int]
) -> None:
    tournament = drawn(16, table_high=4)
    first, second = [match.code for match in open_matches(fresh(tournament))][:2]
    page = opened(new_page(viewport=page_size, java_script_enabled=False), live_site, tournament)
    row = page.locator(f"#row-{first}")
    row.locator("[name=winner]").first.check(force=True)
    row.locator(SIX).check(force=True)
    row.locator("[name=day]").fill("2026-03-15")
    row.locator("[name=ended]").fill("00:01")
    look(page, "rows-phone")
    row.locator("[name=ended]").press("Enter")
    page.wait_for_url(f"**#row-{second}")
    assert states(tournament, [first, second]) == [MatchState.ENDED, MatchState.READY]


def leave_offline(page: Page, code: str) -> None:
    """Record a row while the server is not reached."""
    type_row(page, code)
    expect(page.locator(f"#row-{code} [data-offline]")).to_be_visible()


@pytest.mark.fault("F115")
def test_rows_that_need_a_look_are_named_and_discarded_one_by_one(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(16, table_high=4)
    first, second = [match.code for match in open_matches(fresh(tournament))][:2]
    page = opened(new_page(viewport=LAPTOP), live_site, tournament)
    page.route("**/sumulas/m*/**", lambda route: route.abort())
    for code in (first, second):
        leave_offline(page, code)
    for code in (first, second):  # changed after they were sent: each has to be looked at
        page.locator(f"#row-{code} [name=ended]").press("ArrowUp")
    links = page.locator("#outbox a")
    expect(links).to_have_count(2)
    headings = [page.locator(f"#row-{code} h3").inner_text() for code in (first, second)]
    assert sorted(links.all_inner_texts()) == sorted(headings)
    found = links.evaluate_all("all => all.map(link => link.hash)")
    assert sorted(found) == sorted([f"#row-{first}", f"#row-{second}"])
    button = page.locator("#outbox button").filter(has_text=headings[0])
    button.click()
    button.click()
    expect(links).to_have_count(1)
    expect(links).to_have_attribute("href", re.compile(f"#row-{second}$"))
