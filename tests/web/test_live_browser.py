"""Live pages in a real browser: they become new by themselves, and say so when they cannot."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from tests.cast import bruno, drawn, plain_win, running
from tests.fixtures.browser import PHONE, NewPage
from tests.servers.site import Site
from tests.web.phones import venue_minutes
from tournaments.models import Tournament
from tournaments.play.play import record_sheet

FITS = "(it => it.scrollWidth <= it.clientWidth)(document.querySelector('.bracket-scroll'))"


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
    page = new_page(locale="en", timezone_id="Asia/Tokyo")
    page.clock.install()
    opened = timezone.now()
    visit(page, live_site, "tournament", tournament)
    expect(page.locator("[data-stale]")).to_be_hidden()
    page.context.set_offline(True)
    page.clock.run_for(20_000)
    expect(page.locator("[data-stale]")).to_contain_text("Connection lost")
    expect(page.locator("[data-stale-since]")).to_have_text(venue_minutes(tournament, opened))
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
    screen.mouse.move(300, 300)
    screen.mouse.move(310, 310)
    screen.click("[data-hall-pause]")
    screen.clock.run_for(30_000)
    expect(heading).to_have_text(after)


def test_the_hall_s_controls_show_while_the_mouse_moves(live_site: Site, new_page: NewPage) -> None:
    screen = new_page(locale="en")
    visit(screen, live_site, "hall", running(8, table_high=2))
    controls = screen.locator(".hall-controls")
    expect(controls).to_have_css("opacity", "0")
    screen.mouse.move(300, 300)
    expect(controls).to_have_css("opacity", "1")
    expect(controls).to_have_css("opacity", "0")
    expect(screen.locator("[data-wall]")).to_have_text(re.compile(r"\d{2}:\d{2}"))


STEPPED = """(() => {
  const Real = Date;
  window.stepped = 0;
  window.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + window.stepped); }
    static now() { return Real.now() + window.stepped; }
  };
})()"""
OFF = """async (selector) => {
  const answer = await fetch("/hora/", { cache: "no-store" });
  const clock = document.querySelector(selector);
  const left = (Date.parse(clock.dataset.due) - Number(answer.headers.get("Server-Time"))) / 1000;
  await new Promise((done) => setTimeout(done, 600));
  const [minutes, seconds] = clock.textContent.split(":").map(Number);
  return minutes * 60 + seconds - (left - 0.6);
}"""
"""Seconds between a clock's text and the server's time; the text is rounded up and made twice a second."""


@pytest.mark.fault("F48")
@pytest.mark.parametrize("step", [86_400_000, -86_400_000])
def test_a_clock_that_somebody_sets_moves_no_countdown(live_site: Site, new_page: NewPage, step: int) -> None:
    tournament = running(4, table_high=4, time_limit=50)
    page = new_page(locale="en")
    page.add_init_script(STEPPED)
    visit(page, live_site, "tournament", tournament)
    expect(page.locator(".match-card .clock")).to_have_text(re.compile(r"^\d+:\d{2}$"))
    page.evaluate("(step) => { window.stepped = step; }", step)
    assert -0.5 <= page.evaluate(OFF, ".match-card .clock") <= 1.5
    expect(page.locator("[data-stale]")).to_be_hidden()
    page.wait_for_timeout(1_500)
    expect(page.locator("[data-stale]")).to_be_hidden()


def test_a_bracket_is_made_smaller_and_larger_and_opens_its_matches(
    live_site: Site, new_page: NewPage
) -> None:
    tournament = running(16, table_high=2)
    page = new_page(locale="en")
    visit(page, live_site, "bracket", tournament)
    drawing = page.locator("svg[data-bracket]")
    natural = int(drawing.get_attribute("width") or 0)
    page.click("[data-zoom-by='0.8']")
    assert int(drawing.get_attribute("width") or 0) < natural
    page.click("[data-zoom-fit]")
    assert page.evaluate(FITS)
    box = page.locator(".bracket-match").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 6, box["y"] + box["height"] - 6)
    expect(page).to_have_url(re.compile("/partidas/"))


def test_clocks_run_on_the_server_s_time(live_site: Site, new_page: NewPage) -> None:
    tournament = running(4, table_high=4, time_limit=50)
    page = new_page(locale="en")
    page.clock.install(time="2001-01-01T00:00:00Z")
    visit(page, live_site, "tournament", tournament)
    page.clock.run_for(1_000)
    clock = page.locator(".match-card .clock")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d"))  # before its script, the time at which it ends
    assert 40 <= int(clock.inner_text().split(":")[0]) <= 50


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
