"""Live pages in a real browser: they become new by themselves, and say so when they cannot."""

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from tests.cast import bruno, drawn, plain_win, running
from tests.fixtures.browser import PHONE, NewPage
from tests.servers.site import Site
from tournaments.models import Tournament
from tournaments.play.play import record_sheet


def visit(page: Page, site: Site, name: str, tournament: Tournament, query: str = "") -> None:
    page.goto(site.url(reverse(name, args=[tournament.slug]) + query))


def win(tournament: Tournament) -> str:
    """Record a plain win of side 1 in the first match that plays; the name of who won."""
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).order_by("number")[0]
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=timezone.now())
    seat = match.seats.select_related("persona__player").order_by("number")[0]
    return seat.persona.player.name if seat.persona else ""


def test_a_result_appears_in_an_open_bracket_and_its_way_lights_up(
    live_site: Site, new_page: NewPage
) -> None:
    tournament = running(8, table_high=2)
    phone = new_page(viewport=PHONE, locale="en")
    visit(phone, live_site, "bracket", tournament)
    phone.evaluate("document.querySelector('.bracket-scroll').scrollLeft = 200")
    name = win(tournament)
    expect(phone.locator(".bracket-name", has_text=name)).to_have_count(2)
    assert phone.evaluate("document.querySelector('.bracket-scroll').scrollLeft") == 200
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    phone.locator(".bracket-name", has_text=name).first.focus()
    expect(phone.locator(".bracket-side.on-path")).to_have_count(2)
    expect(phone.locator("path.on-path")).to_have_count(1)
    phone.locator(".bracket-head a").first.focus()
    expect(phone.locator(".on-path")).to_have_count(0)


def test_a_page_that_hears_nothing_says_how_old_it_is(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(4)
    page = new_page(locale="en")
    page.clock.install()
    visit(page, live_site, "tournament", tournament)
    expect(page.locator("[data-stale]")).to_be_hidden()
    page.context.set_offline(True)
    page.clock.run_for(20_000)
    expect(page.locator("[data-stale]")).to_contain_text("Connection lost")
    page.context.set_offline(False)
    page.clock.run_for(6_000)
    expect(page.locator("[data-stale]")).to_be_hidden()


def test_the_hall_screen_turns_by_itself_and_can_be_paused(live_site: Site, new_page: NewPage) -> None:
    tournament = running(8, table_high=2)
    win(tournament)
    screen = new_page(locale="en")
    screen.clock.install()
    visit(screen, live_site, "hall", tournament)
    heading = screen.locator(".hall-page:visible h2")
    before = heading.inner_text()
    screen.clock.run_for(13_000)
    expect(heading).not_to_have_text(before)
    after = heading.inner_text()
    screen.click("[data-hall-pause]")
    screen.clock.run_for(30_000)
    expect(heading).to_have_text(after)


def test_clocks_run_on_the_server_s_time(live_site: Site, new_page: NewPage) -> None:
    tournament = running(4, table_high=4, time_limit=50)
    page = new_page(locale="en")
    page.clock.install(time="2001-01-01T00:00:00Z")
    visit(page, live_site, "tournament", tournament)
    page.clock.run_for(1_000)
    minutes = int(page.locator(".match-card .clock").inner_text().split(":")[0])
    assert 40 <= minutes <= 50


def test_a_page_with_news_at_every_poll_is_not_called_old(live_site: Site, new_page: NewPage) -> None:
    tournament = running(8, table_high=2)
    page = new_page(locale="en")
    page.clock.install()
    visit(page, live_site, "tournament", tournament)
    for ended in range(1, 5):
        win(tournament)
        page.clock.run_for(5_100)
        expect(page.locator("progress")).to_have_attribute("value", str(ended))
    expect(page.locator("[data-stale]")).to_be_hidden()
