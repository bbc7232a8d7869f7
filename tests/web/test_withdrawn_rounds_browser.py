"""On phones: a sheet of the first Swiss round is corrected, and the second round is taken back."""

from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, bruno, created, fresh
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.swiss import swiss
from tests.web.phones import at_the_table, sign_in
from tests.web.stage_days import TOUCH, go, helped, look, peopled, play
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round
from tournaments.models import Tournament


def second_round() -> Tournament:
    """The second of three Swiss rounds in duels is drawn and called."""
    tournament = created(stages=swiss(3, 2), table_low=2, table_high=2)
    helped(tournament)
    tournament = peopled(fresh(tournament))
    publish_draw(tournament, word="Pitangas", by=ana(), now=START)
    play(tournament)
    draw_round(fresh(tournament), word="Uvas", by=ana(), now=timezone.now())
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)


def test_a_corrected_round_is_compared_and_taken_back(live_site: Site, new_page: NewPage) -> None:
    for who in (ana, bruno):
        who()
    tournament = second_round()
    phone, reader = new_page(**TOUCH), new_page(**TOUCH)
    sign_in(phone, live_site, "ana")
    go(reader, live_site, "rounds", tournament)
    expect(reader.get_by_role("heading", name="Swiss round 2")).to_be_visible()
    forget_someone(phone, live_site, tournament)
    correct(phone, live_site, tournament)
    compare(phone)
    take_back(phone)
    expect(reader.get_by_role("heading", name="Swiss round 1")).to_be_visible()  # without a reload
    expect(reader.get_by_role("link", name="Round 2", exact=True)).to_have_count(0)
    draw_again(phone, live_site, tournament)
    expect(reader.get_by_role("heading", name="Swiss round 2")).to_be_visible()


def forget_someone(phone: Page, site: Site, tournament: Tournament) -> None:
    """The way without a correction: under “More”, and not taken."""
    go(phone, site, "rounds", tournament)
    phone.locator("#rounds details > summary", has_text="More").tap()
    look(phone, "rounds-more")
    phone.get_by_role("link", name="Take round 2 back").tap()
    phone.wait_for_url("**/desfazer/")
    phone.get_by_role("link", name="Keep the round").tap()
    phone.wait_for_url("**/rodadas/")


def correct(phone: Page, site: Site, tournament: Tournament) -> None:
    """The other side of the first match won."""
    at_the_table(phone, site, Match.objects.get(ledger=tournament.ledger_id, round=1, number=1))
    phone.get_by_role("link", name="Correct the sheet").first.tap()
    phone.wait_for_url("**/corrigir/")
    phone.tap("label.tile:has(#winner-2)")
    phone.locator("[name=reason]").fill("Sides swapped")
    phone.locator("button[name=step][value=show], .sheet-record").first.tap()
    expect(phone.get_by_text("Round 2 is drawn already and stands.")).to_be_visible()
    look(phone, "preview-later-round")
    phone.get_by_role("button", name="Correct it now").tap()
    expect(phone.get_by_text("Round 2 was drawn before this correction.")).to_be_visible()
    look(phone, "corrected-later-round")
    phone.get_by_role("link", name="Compare it").tap()
    phone.wait_for_url("**/rodadas/")


def compare(phone: Page) -> None:
    expect(phone.get_by_text("this round would have been drawn differently")).to_be_visible()
    look(phone, "rounds-compared")
    phone.get_by_text("The tables that would be different").tap()
    look(phone, "rounds-compared-open")


def take_back(phone: Page) -> None:
    phone.get_by_role("link", name="Take round 2 back").tap()
    phone.wait_for_url("**/desfazer/")
    look(phone, "round_withdraw")
    phone.fill("[name=reason]", "Sides swapped in round 1")
    phone.get_by_role("button", name="Take round 2 back").tap()
    expect(phone.get_by_text("The round is taken back. It can be drawn again.")).to_be_visible()
    look(phone, "rounds-taken-back")


def draw_again(phone: Page, site: Site, tournament: Tournament) -> None:
    phone.get_by_role("link", name="Draw round 2").tap()
    phone.wait_for_url("**/sortear/")
    look(phone, "round_draw-again")
    phone.fill("[name=word]", "Caju")
    phone.get_by_role("button", name="Draw round 2").tap()
    phone.wait_for_url("**/rodadas/")
    expect(phone.get_by_role("heading", name="Swiss round 2")).to_be_visible()
    go(phone, site, "draw_verify", tournament)
