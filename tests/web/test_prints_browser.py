"""What comes out of a printer says what screen and API say, and of which state of the record (F90)."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from tests.api.programs import program
from tests.cast import finished, fresh, running
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.web.phones import sign_in
from tournaments.models import Tournament

pytestmark = pytest.mark.F90
ROWS = "all => all.map(row => [...row.cells].map(cell => cell.innerText.trim()).filter(Boolean))"
DOWN = "all => all.map(one => one.innerText.trim())"


def _printed(page: Page, site: Site, tournament: Tournament, name: str) -> Page:
    """The page on paper, which names the record's line that it shows."""
    page.goto(site.url(reverse(name, args=[tournament.slug])))
    page.emulate_media(media="print")
    ledger = fresh(tournament).ledger
    expect(page.locator("[data-record]")).to_have_text(str(ledger.head_seq))
    expect(page.get_by_text(ledger.head_hash)).to_have_count(0)
    return page


def test_paper_says_neither_who_printed_it_nor_a_hash(live_site: Site, page: Page) -> None:
    tournament = finished(8)
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse("standing", args=[tournament.slug])))
    role = page.get_by_text("You: ", exact=False).or_(page.get_by_text("Você:", exact=False)).first
    expect(role).to_be_visible()
    _printed(page, live_site, tournament, "standing")
    expect(role).to_be_hidden()


def test_a_printed_standing_is_the_one_of_screen_and_api(live_site: Site, page: Page) -> None:
    tournament = finished(8, ranked=True)
    page.goto(live_site.url(reverse("standing", args=[tournament.slug])))
    seen = page.locator("tr[data-row]").evaluate_all(ROWS)
    printed = _printed(page, live_site, tournament, "standing").locator("tr[data-row]").evaluate_all(ROWS)
    told = program().get(f"tournaments/{tournament.slug}/standing/")
    assert len(printed) == 8
    assert printed == seen
    assert [row[1] for row in printed] == [" × ".join(one["names"]) for one in told.body["results"]]
    assert [row[0].split()[-1] for row in printed] == [str(one["place"]) for one in told.body["results"]]
    assert told.seq == fresh(tournament).ledger.head_seq


@pytest.mark.parametrize("name", ["match", "paper_sheet"])
def test_on_a_printed_sheet_nothing_lies_over_the_answers(live_site: Site, page: Page, name: str) -> None:
    """The bar of the screen, which stays in reach there, would cover what is filled in by hand."""
    tournament = running(8)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    sign_in(page, live_site)
    page.goto(live_site.url(reverse(name, args=[tournament.slug, match.code])))
    expect(page.locator(".sheet-bar")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("label.tile").first).to_be_visible()
    expect(page.locator(".sheet-bar")).to_be_hidden()


def test_printed_cards_bear_no_message_of_the_page(live_site: Site, new_page: NewPage) -> None:
    tournament, page = running(8), new_page(locale="en")
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse("table_cards", args=[tournament.slug])))
    page.get_by_role("button", name="Create cards").click()
    expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".table-card").first).to_be_visible()
    expect(page.get_by_text("Done. Cards printed")).to_be_hidden()


def test_a_printed_bracket_is_the_one_of_screen_and_api(live_site: Site, page: Page) -> None:
    tournament = running(8)
    page.goto(live_site.url(f"{reverse('bracket', args=[tournament.slug])}?fase=texto"))
    seen = page.locator("main li").evaluate_all(DOWN)
    page.emulate_media(media="print")
    assert seen
    assert page.locator("main li").evaluate_all(DOWN) == seen
    page.emulate_media(media="screen")
    _printed(page, live_site, tournament, "bracket")
    assert program().get(f"tournaments/{tournament.slug}/bracket/").seq == fresh(tournament).ledger.head_seq
    drawn = page.locator(".bracket-match").evaluate_all(DOWN)
    rounds = program().get(f"tournaments/{tournament.slug}/bracket/").body["rounds"]
    names = [name for one in rounds[0]["matches"] for side in one["sides"] for name in side["names"]]
    assert names
    assert all(any(name in box for box in drawn) for name in names)
