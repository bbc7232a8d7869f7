"""A small day of groups on two phones: eight entries with long names, two groups, one of each goes on."""

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
    """The organizer chooses two groups after a wrong number; what was typed stays."""
    phone.goto(site.url("/torneios/novo/"))
    phone.fill("[name=name]", "Copa da Praça das Três Figueiras")
    phone.locator("#stages > summary").tap()
    phone.locator("[name=stage][value=groups]").check()
    expect(phone.locator("[name=swiss_rounds]")).to_be_hidden()
    phone.fill("[name=groups]", "40")
    phone.fill("[name=group_rounds]", "2")
    phone.fill("[name=group_advance]", "1")
    phone.select_option("[name=sizes]", "2-2")
    phone.get_by_role("button", name="Create tournament").tap()
    expect(phone.locator("#id_groups[aria-invalid=true]")).to_have_value("40")
    look(phone, "groups-wrong")
    phone.fill("[name=groups]", "2")
    phone.get_by_role("button", name="Create tournament").tap()
    phone.wait_for_url("**/equipe/")
    return Tournament.objects.latest("pk")


def draw_first(phone: Page, site: Site, tournament: Tournament) -> None:
    go(phone, site, "draw", tournament)
    expect(phone.get_by_text("2 groups of 4")).to_be_visible()
    phone.fill("[name=word]", "Pitangas")
    phone.get_by_role("button", name="Continue").tap()
    draws = phone.get_by_role("button", name="Draw groups and first round")
    expect(draws).to_be_visible()
    draws.tap()
    phone.wait_for_url("**/rodadas/")
    expect(phone.get_by_role("heading", name="Group 2")).to_be_visible()
    dispatch(tournament.ledger_id, now=timezone.now())
    go(phone, site, "rounds", tournament)


def draw_second(phone: Page, tournament: Tournament) -> None:
    phone.get_by_role("link", name="Draw round 2").tap()
    phone.wait_for_url("**/sortear/")
    phone.get_by_role("button", name="Draw round 2").tap()
    phone.wait_for_url("**/rodadas/")
    expect(phone.get_by_role("heading", name="Round 2 of the groups")).to_be_visible()
    dispatch(tournament.ledger_id, now=timezone.now())


def close(phone: Page, site: Site, tournament: Tournament) -> None:
    """One box too few is refused, and the box that was marked stays marked."""
    go(phone, site, "rounds", tournament, query="?rodada=ordem")
    phone.get_by_role("link", name="Close the groups").tap()
    phone.wait_for_url("**/encerrar/")
    look(phone, "groups-close")
    cuts = phone.locator("#cut fieldset")
    for number in range(cuts.count()):
        if number:
            phone.get_by_role("button", name="Close the groups and draw").tap()
            expect(phone.locator("#cut .errors")).to_be_visible()
            expect(cuts.first.locator("[name=won]:checked")).to_have_count(1)
        cuts.nth(number).locator("[name=won]").first.check()
    phone.get_by_role("button", name="Close the groups and draw").tap()
    phone.wait_for_url("**/sorteio/")
    go(phone, site, "rounds", tournament)


def test_a_day_of_groups_on_two_phones(live_site: Site, new_page: NewPage) -> None:
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
    go(laptop, live_site, "rounds", tournament)
    expect(laptop.locator("#act-title + .lead")).to_contain_text("1 match has no sheet yet")
    recorded_by_the_judge(judge, live_site, tournament)
    expect(laptop.get_by_role("link", name="Draw round 2")).to_be_visible()  # without a reload
    go(laptop, live_site, "round_draw", tournament)
    go(phone, live_site, "rounds", tournament)
    draw_second(phone, tournament)
    laptop.fill("[name=word]", "Laranjas")
    laptop.get_by_role("button", name="Draw round 2").click()
    expect(laptop.get_by_text("This is how things stand now")).to_be_visible()
    expect(laptop.locator("[name=word]")).to_have_count(0)
    look(laptop, "groups-drawn-twice")
    play(tournament)
    close(phone, live_site, tournament)
    assert len(Stage.objects.get().advanced or ()) == 2
