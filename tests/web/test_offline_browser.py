"""A hall whose network goes away: the pages of the day open, sheets wait on the phone and are sent once."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Playwright, expect

from accounts.models import User
from matches.models import Match, MatchState, Sheet
from tests import cast
from tests.fixtures.browser import NewPage
from tests.servers import chromium
from tests.servers.line import Line
from tests.servers.process import wait_until
from tests.web.phones import TOUCH, sign_in, venue_minutes
from tournaments.models import JudgeShift, Tournament
from tournaments.play.play import record_sheet

KEPT = """async (codes) => {
  const pages = await (await caches.open("pages-1")).keys();
  return codes.every((code) => pages.some((page) => page.url.includes(`/partidas/${code}/`)));
}"""
LEFT = """async () => {
  const pages = await (await caches.open("pages-1")).keys();
  return pages.map((page) => new URL(page.url).pathname).join() === "/sem-rede/";
}"""


def _playing(tournament: Tournament) -> list[Match]:
    return list(
        Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).order_by("number")
    )


def _now(line: Line, tournament: Tournament) -> str:
    return line.url(reverse("now", args=[tournament.slug]))


def _at_the_day(phone: Page, line: Line, tournament: Tournament) -> None:
    """Signed in, at the page of the day, with the pages of its matches on the device."""
    sign_in(phone, line)
    phone.goto(_now(line, tournament))
    codes = [match.code for match in _playing(tournament)]
    wait_until(lambda: phone.evaluate(KEPT, codes))


def _away(phone: Page, line: Line) -> None:
    line.cut()
    phone.context.set_offline(True)


def _back(phone: Page, line: Line) -> None:
    line.mend()
    phone.context.set_offline(False)


def _records(phone: Page, match: Match) -> None:
    """From the list to a sheet that cannot be sent."""
    phone.tap(f"#sheet-{match.code}")
    phone.tap("label.tile:has(#winner-1)")
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()


@pytest.mark.fault("F106")
def test_sheets_of_two_tables_wait_and_are_sent_after_the_tab_was_closed(
    line: Line, new_page: NewPage
) -> None:
    tournament = cast.running(8, table_high=4)
    first, second = _playing(tournament)[:2]
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    _away(phone, line)
    for waits, match in enumerate((first, second), start=1):
        phone.goto(_now(line, tournament))
        _records(phone, match)
        expect(phone.locator("#outbox")).to_contain_text(f"waiting for the network: {waits}")
    assert not Sheet.objects.exists()
    context = phone.context
    phone.close()
    opened_again = context.new_page()
    _back(opened_again, line)
    opened_again.goto(line.url("/"))
    expect(opened_again.locator("#outbox")).to_contain_text("Sent from this device: 2")
    assert sorted(Sheet.objects.values_list("match_id", flat=True)) == sorted([first.pk, second.pk])


def test_a_page_that_was_not_kept_says_so(line: Line, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    _away(phone, line)
    phone.goto(line.url("/regras/"))
    expect(phone.locator("h1")).to_have_text("No network")


def test_a_kept_page_says_at_once_how_old_it_is(line: Line, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    phone = new_page(**TOUCH)
    kept = timezone.now()
    _at_the_day(phone, line, tournament)
    _away(phone, line)
    phone.clock.install(time=kept + timedelta(hours=3))
    phone.goto(_now(line, tournament))
    expect(phone.locator("[data-stale-since]")).to_have_text(venue_minutes(tournament, kept), timeout=9_000)


@pytest.mark.fault("F106")
def test_what_waits_for_somebody_who_was_signed_out_is_sent_when_they_are_back(
    line: Line, new_page: NewPage
) -> None:
    tournament = cast.running(8, table_high=4)
    match = _playing(tournament)[0]
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    _away(phone, line)
    _records(phone, match)
    phone.context.clear_cookies()
    _back(phone, line)
    expect(phone.locator("#outbox")).to_contain_text("until you sign in again: 1")
    phone.goto(line.url("/"))
    expect(phone.locator("#outbox")).to_contain_text("signs in: 1")
    assert not Sheet.objects.exists()
    sign_in(phone, line)
    expect(phone.locator("#outbox")).to_contain_text("Sent from this device: 1")
    assert Sheet.objects.get().match == match


@pytest.mark.fault("F106")
def test_a_sheet_outlives_a_phone_that_was_restarted_without_network(
    line: Line, playwright: Playwright, chromium_path: str, tmp_path: Path
) -> None:
    tournament = cast.running(8, table_high=4)
    match = _playing(tournament)[0]
    options: Mapping[str, Any] = {
        **TOUCH,
        "executable_path": chromium_path,
        "args": list(chromium.ARGUMENTS),
    }
    switched_on = partial(playwright.chromium.launch_persistent_context, tmp_path / "phone", **options)
    phone = switched_on()
    _at_the_day(phone.pages[0], line, tournament)
    _away(phone.pages[0], line)
    _records(phone.pages[0], match)
    phone.close()
    phone = switched_on()
    opened_again = phone.pages[0]
    phone.set_offline(True)
    for page in (_now(line, tournament), line.url("/regras/")):
        opened_again.goto(page)
        expect(opened_again.locator("#outbox")).to_contain_text("waiting for the network: 1")
    phone.clear_cookies()
    _back(opened_again, line)
    expect(opened_again.locator("#outbox")).to_contain_text("until you sign in again: 1")
    sign_in(opened_again, line)
    expect(opened_again.locator("#outbox")).to_contain_text("Sent from this device: 1")
    phone.close()
    assert Sheet.objects.get().match == match


@pytest.mark.fault("F106")
def test_somebody_else_on_the_same_phone_sends_nothing_of_mine(line: Line, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    _away(phone, line)
    _records(phone, _playing(tournament)[0])
    phone.context.clear_cookies()
    _back(phone, line)
    sign_in(phone, line, "ana")
    expect(phone.locator("#outbox")).to_contain_text("signs in: 1")
    assert not Sheet.objects.exists()
    assert User.objects.filter(username="ana").exists()


@pytest.mark.fault("F45")
@pytest.mark.fault("F106")
def test_two_judges_one_without_network_both_versions_are_looked_at(line: Line, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    match = _playing(tournament)[0]
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    _away(phone, line)
    _records(phone, match)
    record_sheet(match, sheet=cast.plain_win(match, 2), by=cast.ana(), now=timezone.now())
    phone.goto(_now(line, tournament))
    _back(phone, line)
    expect(phone.locator("#outbox")).to_contain_text("the coordinator decides")
    assert Sheet.objects.get(match=match).winner == match.sides.get(number=2).entry
    assert match.disputes.count() == 1
    phone.tap("#outbox a")
    expect(phone.locator(".recorded")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_hidden()


def test_who_signs_out_leaves_no_page_on_the_device(line: Line, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    phone.goto(line.url("/"))
    phone.click("form[action='/conta/sair/'] button")
    expect(phone.locator(".site-nav a[href*='/conta/entrar/']")).to_be_visible()
    wait_until(lambda: phone.evaluate(LEFT))


def test_a_form_of_the_timetable_stays_as_it_is_and_says_that_nothing_was_sent(
    line: Line, new_page: NewPage
) -> None:
    tournament = cast.drawn(8, table_high=4)
    phone = new_page(**TOUCH)
    sign_in(phone, line, "ana")
    phone.goto(line.url(reverse("judges", args=[tournament.slug])))
    phone.fill("#shift-form [name=begins]", "2026-03-14T08:00")
    phone.fill("#shift-form [name=ends]", "2026-03-14T12:00")
    line.cut()
    phone.tap("#shift-form button")
    expect(phone.locator("#shift-form [data-not-sent]")).to_be_visible()
    phone.tap("#shift-form button")
    expect(phone.locator("[data-not-sent]")).to_have_count(1)
    expect(phone.locator("#shift-form [name=ends]")).to_have_value("2026-03-14T12:00")
    assert not JudgeShift.objects.exists()
    line.mend()
    with phone.expect_navigation():
        phone.tap("#shift-form button")
    expect(phone.locator("[data-not-sent]")).to_have_count(0)
    assert JudgeShift.objects.get().tournament == tournament


@pytest.mark.fault("F106")
def test_a_sign_out_that_cannot_be_sent_is_said_on_a_page_of_ours(line: Line, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    phone = new_page(**TOUCH)
    _at_the_day(phone, line, tournament)
    phone.goto(_now(line, tournament))
    _away(phone, line)
    phone.tap("form[action='/conta/sair/'] button")
    expect(phone.get_by_role("alert")).to_contain_text("still signed in")
    _back(phone, line)
    phone.goto(line.url(reverse("account")))
    expect(phone.locator("[data-person]")).to_have_attribute("data-person", "bruno")
    phone.tap("form[action='/conta/sair/'] button")
    expect(phone.locator(".site-nav a[href*='/conta/entrar/']")).to_be_visible()
    phone.goto(line.url("/sem-rede/"))
    expect(phone.locator("#still-signed-in")).to_be_hidden()
