"""A small Swiss day on two phones: eight entries with long names, two rounds, two go on."""

from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from scheduling.dispatcher import dispatch
from tests.cast import ana, bruno
from tests.fixtures.browser import LAPTOP, NewPage
from tests.servers.site import Site
from tests.web.phones import sign_in
from tests.web.stage_days import (
    LANGUAGE,
    TOUCH,
    go,
    helped,
    look,
    peopled,
    play,
    recorded_by_the_judge,
)
from tournaments.models import Stage, Tournament


def set_up(phone: Page, site: Site) -> Tournament:
    """The organizer chooses two rounds after a wrong number."""
    phone.goto(site.url("/torneios/novo/"))
    phone.fill("[name=name]", "Suíça da Praça das Três Figueiras")
    look(phone, "new-folded")
    phone.locator("#stages > summary").tap()
    phone.locator("[name=stage][value=swiss]").check()
    phone.fill("[name=swiss_rounds]", "12")
    phone.fill("[name=advance]", "2")
    phone.get_by_role("button", name="Create tournament").tap()
    expect(phone.locator("#id_swiss_rounds[aria-invalid=true]")).to_be_visible()
    look(phone, "new-wrong")
    phone.fill("[name=swiss_rounds]", "2")
    phone.get_by_role("button", name="Create tournament").tap()
    phone.wait_for_url("**/equipe/")
    return Tournament.objects.latest("pk")


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
    expect(laptop.get_by_text("This is how things stand now")).to_be_visible()
    expect(laptop.get_by_text("1 match has no sheet yet")).to_be_visible()
    look(laptop, "drawn-twice")
    recorded_by_the_judge(judge, live_site, tournament)
    close(phone, live_site, tournament)
    go(laptop, live_site, "rounds", tournament)
    go(laptop, live_site, "draw_verify", tournament)
    assert len(Stage.objects.get().advanced or ()) == 2


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
