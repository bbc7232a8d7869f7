"""A day with a second chance on two phones and a laptop: pairs, and tables of up to four."""

from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Entry, Match, MatchState
from scheduling.dispatcher import dispatch
from tests.cast import ana, bruno, caio, drawn, plain_win
from tests.fixtures.browser import LAPTOP, NewPage
from tests.second_chance import OWN_TITLE, own, pairs
from tests.servers.site import Site
from tests.web.phones import at_the_table, sign_in
from tests.web.stage_days import LANGUAGE, TOUCH, go, look
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match


def ready(tournament: Tournament, **only: Any) -> list[Match]:
    states = (MatchState.READY, MatchState.CALLED)
    return list(Match.objects.filter(ledger=tournament.ledger_id, state__in=states, **only))


def win(tournament: Tournament, match: Match, side: int) -> None:
    """Start the match, and record a plain win of the side."""
    match.refresh_from_db()
    start_match(match, by=bruno(), now=timezone.now())
    match.refresh_from_db()
    record_sheet(match, sheet=plain_win(match, side, tournament.kind), by=bruno(), now=timezone.now())


def entry_of_caio(tournament: Tournament) -> Entry:
    return Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())


def play_round(tournament: Tournament, number: int, *, wins: bool) -> None:
    """Play the round: Caio wins or loses, of others the first side wins."""
    mine = entry_of_caio(tournament)
    for match in ready(tournament, round=number):
        theirs = match.sides.filter(entry=mine).first()
        others = match.sides.exclude(entry=mine).exclude(entry=None).order_by("number").first()
        chosen = theirs if theirs and wins else others
        assert chosen is not None
        win(tournament, match, chosen.number)


def test_a_day_of_pairs_on_phones(live_site: Site, new_page: NewPage) -> None:
    tournament = pairs(16)
    for who in (ana, bruno, caio):
        who()
    phone, laptop, judge = new_page(**TOUCH), new_page(viewport=LAPTOP, locale=LANGUAGE), new_page(**TOUCH)
    sign_in(phone, live_site, "caio")
    sign_in(laptop, live_site, "ana")
    sign_in(judge, live_site, "bruno")
    for page in (phone, laptop):
        go(page, live_site, "bracket", tournament)
        go(page, live_site, "bracket", tournament, query="?fase=repescagem")
    recorded_by_the_judge(judge, live_site, tournament)
    go(phone, live_site, "tournament", tournament, query="?lost")
    expect(phone.locator(".mine .lead")).to_contain_text(str(own_match(tournament)))
    go(phone, live_site, "where", tournament, query="?q=caio")
    play_round(tournament, 1, wins=False)
    dispatch(tournament.ledger_id, now=timezone.now())
    go(phone, live_site, "tournament", tournament, query="?called")
    go(laptop, live_site, "now", tournament)
    go(phone, live_site, "hall", tournament)
    for number in (2, 3):
        play_round(tournament, number, wins=True)
    for page in (phone, laptop):
        go(page, live_site, "bracket", tournament, query="?desde=1")
        page.locator("#second-chance .drawing-champion").scroll_into_view_if_needed()
        look(page, "second-chance-in-view")
    play_round(tournament, 4, wins=True)
    assert {match.state for match in own(tournament)} == {MatchState.ENDED}
    go(phone, live_site, "tournament", tournament, query="?won")
    expect(phone.locator(".mine .lead")).to_be_visible()
    for page in (phone, laptop):
        go(page, live_site, "standing", tournament)
        expect(page.locator(".title-beside")).to_be_visible()
    go(laptop, live_site, "finish", tournament)


def own_match(tournament: Tournament) -> Match:
    """Caio's match of the second chance."""
    return Match.objects.get(second_chance=True, sides__entry=entry_of_caio(tournament))


def recorded_by_the_judge(judge: Page, site: Site, tournament: Tournament) -> None:
    """Caio loses his first match, recorded on the judge's phone."""
    mine = entry_of_caio(tournament)
    match = ready(tournament, sides__entry=mine)[0]
    start_match(match, by=bruno(), now=timezone.now())
    at_the_table(judge, site, match)
    winner = match.sides.exclude(entry=mine).get().number
    judge.tap(f"label.tile:has(#winner-{winner})")
    look(judge, "second-chance-sheet")
    judge.tap(".sheet-record")
    expect(judge.locator(".recorded")).to_be_visible()
    expect(judge.locator(".recorded")).to_contain_text(str(own_match(tournament)).split(".")[0])
    look(judge, "second-chance-recorded")


def test_a_bracket_at_larger_tables(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(24, table_high=4, house_rules=OWN_TITLE)
    phone, laptop = new_page(**TOUCH), new_page(viewport=LAPTOP, locale=LANGUAGE)
    for page in (phone, laptop):
        page.goto(live_site.url(f"/torneios/{tournament.slug}/chave/"))
        look(page, "second-chance-24")
        page.locator("#second-chance .bracket-match").first.scroll_into_view_if_needed()
        look(page, "second-chance-24-in-view")
        page.goto(live_site.url(f"/torneios/{tournament.slug}/chave/?fase=texto"))
        look(page, "second-chance-24-text")
