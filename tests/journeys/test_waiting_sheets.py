"""Sheets and drafts stored on a judge's device: none is lost, and none is sent under another account."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from accounts.models import Player
from matches.models import Match, MatchState, Sheet
from rulesets.kernel.sheet import EndedBy, Line, Out
from rulesets.kernel.sheet import Sheet as Said
from tests import cast
from tests.fixtures.browser import NewPage
from tests.journeys.people import Meet
from tests.journeys.test_looks import faults, who
from tests.servers.line import Line as Wire
from tests.servers.process import wait_until
from tests.servers.site import Site
from tests.web.phones import TOUCH, at_the_table, counted, first_match, sign_in
from tests.web.test_offline_browser import KEPT, LEFT
from tournaments.play.play import call_time, record_sheet, tournament_of
from tournaments.standings.finish import finish

STORED = "(word) => Object.keys(localStorage).filter((key) => key.startsWith(`chama:${word}:`)).length"


def stored(phone: Page, word: str = "waiting") -> int:
    """How many sheets wait on the device, or how many drafts lie there."""
    return int(phone.evaluate(STORED, word))


def recorder(match: Match) -> Player:
    """Who recorded the match."""
    persona = Sheet.objects.get(match=match).recorded_by
    assert persona
    return persona.player


def fails(route: Route) -> None:
    """No network for this request."""
    route.abort()


def record_offline(phone: Page, site: Site, match: Match, side: int = 1) -> None:
    """A sheet that cannot be sent; the page is closed with it."""
    at_the_table(phone, site, match)
    phone.route("**/sumula/", fails)
    phone.tap(f"label.tile:has(#winner-{side})")
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()
    phone.goto("about:blank")
    phone.unroute("**/sumula/")


def walkover(match: Match, side: int) -> Said:
    """This side alone came."""
    seats = match.seats.filter(persona__isnull=False).select_related("persona", "side")
    lines = [
        Line(seat.persona.code, None, None if seat.side.number == side else Out.ABSENT)
        for seat in seats
        if seat.persona
    ]
    return Said(EndedBy.WALKOVER, tuple(lines), side)


# --- another result was recorded first (F115) ---


@pytest.mark.fault("F115")
def test_a_waiting_sheet_is_disputed_when_the_match_already_has_another_winner(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    record_offline(phone, live_site, match)
    record_sheet(match, sheet=cast.plain_win(match, 2), by=cast.ana(), now=timezone.now())
    at_the_table(phone, live_site, match)
    expect(phone.locator("#outbox")).to_contain_text("the coordinator decides")
    dispute = match.disputes.get()
    assert dispute.by
    assert dispute.sheet
    assert (dispute.by.player, dispute.sheet["winner"]) == (cast.bruno(), 1)
    phone.tap("#outbox a")
    expect(phone.locator("#under-review")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_hidden()
    assert (stored(phone), match.disputes.count()) == (0, 1)


@pytest.mark.fault("F115")
def test_a_waiting_game_beats_the_walkover_that_was_recorded_meanwhile(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    record_offline(phone, live_site, match)
    record_sheet(match, sheet=walkover(match, 2), by=cast.ana(), now=timezone.now())
    at_the_table(phone, live_site, match)
    expect(phone.locator("#outbox")).to_contain_text("Sent from this device: 1")
    assert Sheet.objects.get(match=match, is_current=True).winner == match.sides.get(number=1).entry
    assert stored(phone) == 0


@pytest.mark.fault("F115")
def test_a_sheet_that_no_longer_fits_stays_and_asks_for_a_look(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    record_offline(phone, live_site, match)
    record_sheet(match, sheet=cast.plain_win(match, 2), by=cast.ana(), now=timezone.now())
    finish(cast.fresh(tournament_of(match)), by=cast.ana(), now=timezone.now())
    at_the_table(phone, live_site, match)
    expect(phone.locator("#outbox")).to_contain_text("need a look: 1")
    phone.reload()
    expect(phone.locator("#outbox")).to_contain_text("need a look: 1")
    assert stored(phone) == 1
    phone.get_by_role("button", name="Discard").tap()
    phone.get_by_role("button", name="Discard for good?").tap()
    expect(phone.locator("#outbox")).to_be_hidden()
    assert stored(phone) == 0


@pytest.mark.fault("F115")
def test_only_our_own_answer_takes_a_sheet_off_the_device(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    portal = "<html><body>Welcome to our Wi-Fi!</body></html>"
    phone.route("**/sumula/", lambda route: route.fulfill(status=200, body=portal, content_type="text/html"))
    phone.tap("label.tile:has(#winner-1)")
    phone.tap(".sheet-record")
    expect(phone.locator("#outbox")).to_contain_text("waiting for the network: 1")
    expect(phone.locator("#winner-1")).to_be_checked()
    phone.unroute("**/sumula/")
    expect(phone.locator(".recorded")).to_be_visible()
    assert stored(phone) == 0


@pytest.mark.fault("F115")
def test_a_sheet_that_is_changed_while_it_waits_stays_until_it_is_recorded_again(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.route("**/sumula/", fails)
    phone.tap("label.tile:has(#winner-1)")
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()
    counted(phone, 1, 3)
    expect(phone.locator("#outbox")).to_contain_text("need a look: 1")
    phone.unroute("**/sumula/")
    at_the_table(phone, live_site, match)
    expect(phone.locator('[name="lines.1.intact"][value="3"]')).to_be_checked()
    phone.tap(".sheet-record")
    expect(phone.locator(".recorded")).to_be_visible()
    assert stored(phone) == 0


@pytest.mark.fault("F115")
def test_a_waiting_sheet_keeps_the_cards_of_its_cut(live_site: Site, new_page: NewPage) -> None:
    match = first_match(time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    for line, realms in enumerate((3, 0, 3, 0)):
        counted(phone, line, realms)
    phone.select_option('[name="cut.0.1"]', "K")
    phone.select_option('[name="cut.0.3"]', "A")
    expect(phone.locator("#sheet-headline.is-good")).to_be_visible()
    phone.route("**/sumula/", fails)
    phone.tap(".sheet-record")
    expect(phone.locator("[data-offline]")).to_be_visible()
    phone.goto("about:blank")
    phone.unroute("**/sumula/")
    at_the_table(phone, live_site, match)
    expect(phone.locator(".recorded")).to_contain_text("A × K")


# --- another account on the device (F116) ---


@pytest.mark.fault("F116")
def test_a_waiting_sheet_of_one_account_is_neither_sent_nor_ticked_by_another(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match()
    cast.ana()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    record_offline(phone, live_site, match, 2)
    phone.context.clear_cookies()
    sign_in(phone, live_site, "ana")
    at_the_table(phone, live_site, match)
    expect(phone.locator("#outbox")).to_contain_text("Bruno")
    expect(phone.locator("[name=winner]:checked")).to_have_count(0)
    phone.wait_for_timeout(5_000)  # longer than the queue waits between two tries
    assert not Sheet.objects.exists()
    assert stored(phone) == 1
    phone.get_by_role("button", name="Sign in as").tap()
    phone.fill("[name=username]", "bruno")
    phone.fill("[name=password]", cast.PASSWORD)
    phone.tap("main form button.btn-primary")
    expect(phone.locator(".recorded")).to_be_visible()
    assert recorder(match) == cast.bruno()


@pytest.mark.fault("F116")
def test_two_judges_of_one_device_both_wait_for_one_match(live_site: Site, new_page: NewPage) -> None:
    match = first_match()
    cast.ana()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    record_offline(phone, live_site, match, 2)
    phone.context.clear_cookies()
    sign_in(phone, live_site, "ana")
    record_offline(phone, live_site, match, 3)
    at_the_table(phone, live_site, match)
    expect(phone.locator(".recorded")).to_be_visible()
    assert recorder(match) == cast.ana()
    assert stored(phone) == 1


@pytest.mark.fault("F116")
def test_a_draft_of_one_account_is_not_ticked_for_another_and_can_be_discarded(
    live_site: Site, new_page: NewPage
) -> None:
    match = first_match()
    cast.ana()
    phone = new_page(**TOUCH)
    sign_in(phone, live_site)
    at_the_table(phone, live_site, match)
    phone.tap("label.tile:has(#winner-2)")
    phone.context.clear_cookies()
    sign_in(phone, live_site, "ana")
    at_the_table(phone, live_site, match)
    expect(phone.locator("[name=winner]:checked")).to_have_count(0)
    expect(phone.locator("#outbox")).to_contain_text("started the sheet")
    assert stored(phone, "sheet") == 1
    phone.get_by_role("button", name="Discard").tap()
    phone.get_by_role("button", name="Discard for good?").tap()
    expect(phone.locator("#outbox")).to_be_hidden()
    assert stored(phone, "sheet") == 0


@pytest.mark.fault("F116")
def test_pages_kept_for_one_account_are_not_shown_to_another(line: Wire, new_page: NewPage) -> None:
    tournament = cast.running(8, table_high=4)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).first()
    assert match
    cast.ana()
    phone = new_page(**TOUCH)
    sign_in(phone, line)
    phone.goto(line.url(reverse("now", args=[tournament.slug])))
    wait_until(lambda: phone.evaluate(KEPT, [match.code]))
    other = new_page(**TOUCH)
    sign_in(other, line, "ana")
    phone.context.add_cookies(
        [{"name": one["name"], "value": one["value"], "url": line.url()} for one in other.context.cookies()]
    )
    phone.goto(line.url("/regras/"))
    wait_until(lambda: phone.evaluate(LEFT))
    line.cut()
    phone.context.set_offline(True)
    phone.goto(line.url(reverse("match", args=[tournament.slug, match.code])))
    expect(phone.locator("h1")).to_have_text("No network")
    line.mend()


@pytest.mark.fault("F116")
def test_the_bar_about_another_account_and_the_losers_rows_have_no_axe_violation(
    live_site: Site, meet: Meet
) -> None:
    match = first_match()
    judge = who(meet(live_site), cast.bruno())
    page = f"/torneios/{tournament_of(match).slug}/partidas/{match.code}/"
    entry = {"sheet": "elsewhere/m1", "page": page, "by": "ana", "name": "Ana", "label": "Final"}
    left = {**entry, "fields": [["report", "k"]], "state": "waiting"}
    judge.go(page).page.evaluate(
        "(left) => localStorage.setItem('chama:waiting:k', JSON.stringify(left))", left
    )
    judge.go(page).tap("label.tile:has(#winner-1)")
    judge.sees("#outbox button")
    judge.sees(".loser")
    assert [*faults(judge)] == []
