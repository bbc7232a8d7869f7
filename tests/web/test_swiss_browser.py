"""A small Swiss day on two phones: eight entries with long names, two rounds, two go on."""

import os
from typing import Any

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, bruno, fresh, plain_win
from tests.fixtures.browser import LAPTOP, NewPage
from tests.servers.site import Site
from tests.web.long_names import NAMES
from tests.web.phones import at_the_table, sign_in
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Role, Stage, Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.setup.announce import publish_announcement
from tournaments.setup.staff import assign_role

LOOK = os.environ.get("LOOK", "")
PHONE = {"width": 390, "height": 844}
LANGUAGE = os.environ.get("LOOK_IN", "en")
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": LANGUAGE}


def look(page: Page, name: str) -> None:
    """Check that nothing is wider than the screen; keep a picture if `LOOK` names a folder."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if LOOK:
        page.screenshot(path=f"{LOOK}/{name}-{width}.png", full_page=True)


def go(page: Page, site: Site, name: str, tournament: Tournament, *, query: str = "") -> None:
    page.goto(site.url(reverse(name, args=[tournament.slug])) + query)
    look(page, f"{name}{query.replace('?', '-')}")


def set_up(phone: Page, site: Site) -> Tournament:
    """The organizer chooses two rounds after a wrong number."""
    phone.goto(site.url("/torneios/novo/"))
    phone.fill("[name=name]", "Suíça da Praça das Três Figueiras")
    look(phone, "new-folded")
    phone.locator("#stages > summary").tap()
    phone.fill("[name=swiss_rounds]", "12")
    phone.fill("[name=advance]", "2")
    phone.get_by_role("button", name="Create tournament").tap()
    expect(phone.locator("#id_swiss_rounds[aria-invalid=true]")).to_be_visible()
    look(phone, "new-wrong")
    phone.fill("[name=swiss_rounds]", "2")
    phone.get_by_role("button", name="Create tournament").tap()
    phone.wait_for_url("**/equipe/")
    return Tournament.objects.latest("pk")


def peopled(tournament: Tournament) -> Tournament:
    """Eight are there."""
    publish_announcement(tournament, text="Venham!", channel="grupo", by=ana(), now=START)
    rows = [NewEntry((f"{NAMES[number % 3]} {number}",)) for number in range(8)]
    import_entries(fresh(tournament), entries=rows, by=ana(), now=START)
    check_in_all(fresh(tournament), by=ana(), now=START)
    return fresh(tournament)


def ready(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED))


def play(tournament: Tournament, *, but: int = 0) -> None:
    """The first side of every match wins; the last ones are still open."""
    for match in ready(tournament)[: len(ready(tournament)) - but]:
        start_match(match, by=ana(), now=timezone.now())
        match.refresh_from_db()
        record_sheet(match, sheet=plain_win(match), by=ana(), now=timezone.now())


def test_a_swiss_day_on_two_phones(live_site: Site, new_page: NewPage) -> None:
    for who in (ana, bruno):
        who()
    phone, laptop, judge = new_page(**TOUCH), new_page(viewport=LAPTOP, locale=LANGUAGE), new_page(**TOUCH)
    for page, name in ((phone, "ana"), (laptop, "ana"), (judge, "bruno")):
        sign_in(page, live_site, name)
    tournament = set_up(phone, live_site)
    helped(tournament)
    peopled(tournament)
    draw_first(phone, live_site, tournament)
    play(tournament, but=1)
    go(phone, live_site, "rounds", tournament)
    expect(phone.locator("#act-title + .lead")).to_contain_text("1 match has no sheet yet")
    recorded_by_the_judge(judge, live_site, tournament)
    expect(phone.get_by_role("link", name="Draw round 2")).to_be_visible()  # without a reload
    go(laptop, live_site, "rounds", tournament)
    go(laptop, live_site, "round_draw", tournament)
    draw_second(phone, live_site, tournament)
    play(tournament, but=1)
    laptop.fill("[name=word]", "Laranjas")
    laptop.get_by_role("button", name="Draw round 2").click()
    expect(laptop.get_by_text("Someone got there first")).to_be_visible()
    expect(laptop.get_by_text("1 match has no sheet yet")).to_be_visible()
    look(laptop, "drawn-twice")
    recorded_by_the_judge(judge, live_site, tournament)
    close(phone, live_site, tournament)
    go(laptop, live_site, "rounds", tournament)
    go(laptop, live_site, "draw_verify", tournament)
    assert len(Stage.objects.get().advanced or ()) == 2


def helped(tournament: Tournament) -> None:
    """Bruno judges."""
    assign_role(tournament, username="bruno", role=Role.JUDGE, by=ana(), now=START)
    assign_role(tournament, username="ana", role=Role.COORDINATOR, by=ana(), now=START)


def draw_first(phone: Page, site: Site, tournament: Tournament) -> None:
    go(phone, site, "draw", tournament)
    phone.fill("[name=word]", "Pitangas")
    phone.get_by_role("button", name="Continue").tap()
    draws = phone.get_by_role("button", name="Draw the first round")
    expect(draws).to_be_visible()
    look(phone, "confirm-round")
    draws.tap()
    phone.wait_for_url("**/rodadas/")
    dispatch(tournament.ledger_id, now=timezone.now())
    go(phone, site, "rounds", tournament)


def draw_second(phone: Page, site: Site, tournament: Tournament) -> None:
    phone.get_by_role("link", name="Draw round 2").tap()
    phone.wait_for_url("**/sortear/")
    look(phone, "round_draw")
    phone.fill("[name=word]", "Uvas")
    phone.get_by_role("button", name="Draw round 2").tap()
    phone.wait_for_url("**/rodadas/")
    expect(phone.get_by_role("heading", name="Swiss round 2")).to_be_visible()
    go(phone, site, "rounds", tournament, query="?rodada=ordem")
    dispatch(tournament.ledger_id, now=timezone.now())


def recorded_by_the_judge(judge: Page, site: Site, tournament: Tournament) -> None:
    """The last match of the round ends on the judge's phone."""
    (match,) = ready(tournament)
    start_match(match, by=bruno(), now=timezone.now())
    at_the_table(judge, site, match)
    judge.tap("label.tile:has(#winner-1)")
    judge.tap(".sheet-record")
    expect(judge.locator(".recorded")).to_be_visible()


def close(phone: Page, site: Site, tournament: Tournament) -> None:
    go(phone, site, "rounds", tournament)
    phone.get_by_role("link", name="Close the Swiss rounds").tap()
    phone.wait_for_url("**/encerrar/")
    look(phone, "stage_close")
    boxes: Any = phone.locator("[name=won]")
    if boxes.count():
        phone.get_by_role("button", name="Close the rounds").tap()
        expect(phone.locator("[aria-invalid=true]").first).to_be_visible()
        look(phone, "cut-missing")
        boxes.first.check()
    phone.get_by_role("button", name="Close the rounds").tap()
    phone.wait_for_url("**/sorteio/")
    look(phone, "published")
    go(phone, site, "rounds", tournament)
