"""The hall screen at its usual sizes: no name is cut, nothing is under the edge, the champion fills it."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import Player
from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from tests.acts import finish, moments
from tests.cast import ana, bruno, fresh, plain_win
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.web.long_names import ANA, LONG, drawn_with_long_names
from tournaments.models import Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.play import record_sheet, start_match

SCREENS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
CUT = """() => [...document.querySelectorAll('.hall-person, .hall-name')]
  .filter(one => one.checkVisibility())
  .filter(one => one.scrollHeight > one.clientHeight + 2 || one.getBoundingClientRect().bottom > innerHeight)
  .map(one => one.textContent.trim())"""


def panels(page: Page, site: Site, tournament: Tournament) -> int:
    """Open the screen; how many pages it turns."""
    page.goto(site.url(reverse("hall", args=[tournament.slug])))
    return page.locator("[data-hall-page]").count()


def faults(page: Page, site: Site, tournament: Tournament) -> list[str]:
    """Names that are cut or under the edge, on every page of the screen."""
    found = []
    for number in range(1, panels(page, site, tournament) + 1):
        page.goto(site.url(reverse("hall", args=[tournament.slug]) + f"?pagina={number}"))
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        found += [f"page {number}: {name}" for name in page.evaluate(CUT)]
    return found


def win(match: Match) -> None:
    start_match(match, by=bruno(), now=timezone.now())
    match.refresh_from_db()
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=timezone.now())


@pytest.mark.parametrize("screen", SCREENS, ids=["720", "1080"])
@pytest.mark.parametrize("scripted", [True, False])
@pytest.mark.parametrize(
    ("entries", "chosen"),
    [(24, {}), (16, {"table_low": 4}), (12, {"kind": "duplas"})],
    ids=["threes", "fours", "pairs"],
)
def test_no_name_is_cut_or_under_the_edge(
    live_site: Site, new_page: NewPage, entries: int, chosen: Any, scripted: bool, screen: ViewportSize
) -> None:
    tournament = drawn_with_long_names(entries, **chosen)
    page = new_page(viewport=screen, java_script_enabled=scripted)
    assert faults(page, live_site, tournament) == []
    plan_break(tournament, by=ana(), ends=timezone.now() + timedelta(hours=1), now=timezone.now())
    assert faults(page, live_site, tournament) == []


@pytest.mark.parametrize("screen", SCREENS, ids=["720", "1080"])
@pytest.mark.parametrize("scripted", [True, False])
def test_a_row_of_long_names_takes_more_height_than_one_of_short_names(
    live_site: Site, new_page: NewPage, scripted: bool, screen: ViewportSize
) -> None:
    tournament = drawn_with_long_names(16, table_low=4)
    first_row, second_row = (ANA, LONG, ANA, LONG), (LONG, LONG, LONG, LONG)
    matches = Match.objects.filter(ledger=tournament.ledger_id, round=1).order_by("number")
    for match, names in zip(matches, (first_row, first_row, second_row, second_row), strict=True):
        for number, (seat, name) in enumerate(zip(match.seats.order_by("number"), names, strict=True)):
            Player.objects.filter(personas=seat.persona).update(name=f"{name} {match.number}{number}")
    page = new_page(viewport=screen, java_script_enabled=scripted)
    assert faults(page, live_site, tournament) == []


@pytest.mark.parametrize("screen", SCREENS, ids=["720", "1080"])
def test_results_and_places_fit_too(live_site: Site, new_page: NewPage, screen: ViewportSize) -> None:
    tournament = drawn_with_long_names(24)
    for match in Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED):
        win(match)
    page = new_page(viewport=screen)
    assert panels(page, live_site, tournament) > 3
    assert faults(page, live_site, tournament) == []


def test_the_final_is_called_so_and_its_winner_fills_the_screen(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn_with_long_names(9)
    while (match := Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.CALLED).first()) and (
        Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED).count() > 1
    ):
        win(match)
        dispatch(tournament.ledger_id, now=timezone.now())
    page = new_page(viewport=SCREENS[0], locale="en")
    panels(page, live_site, tournament)
    expect(page.locator(".hall-page:visible h2")).to_have_text("Final")
    expect(page.locator(".hall-page:visible .hall-code")).to_have_text("Final")
    assert match is not None
    win(match)
    champion = page.locator(".hall-champion .moment-name")
    expect(champion).to_be_visible()
    finish(fresh(tournament), moments())
    panels(page, live_site, tournament)
    expect(champion).to_be_visible()
    box = page.locator(".hall-champion").bounding_box()
    assert box is not None
    assert box["height"] > SCREENS[0]["height"] * 0.8
    name = champion.bounding_box()
    assert name is not None
    assert name["y"] + name["height"] < box["y"] + box["height"]


def test_nobody_fills_the_screen_before_the_final_is_played(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn_with_long_names(9)
    page = new_page(viewport=SCREENS[0])
    assert panels(page, live_site, tournament) > 1
    expect(page.locator(".hall-champion")).to_have_count(0)
