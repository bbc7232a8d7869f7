"""A wrong winner, noticed after the next match began: shown, chosen, done, told, taken back."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from matches.models import Match, MatchState, Side
from tests.cast import PASSWORD, bruno, drawn, plain_win
from tests.fixtures.browser import PHONE
from tests.journeys import judging
from tests.journeys.people import Meet, Person
from tests.servers.site import Site
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
REASON = "O juiz tocou no lado errado."


def sign_in(person: Person, username: str) -> Person:
    """With the account of the cast."""
    person.go("/conta/entrar/").fill(username=username, password=PASSWORD)
    return person.send("main form button.btn-primary")


def at(tournament: Tournament, place: tuple[int, int]) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, round=place[0], number=place[1])


def begin(match: Match) -> None:
    start_match(match, by=bruno(), now=timezone.now())


def wrongly_recorded(judge: Person, tournament: Tournament) -> tuple[Match, Match]:
    """The judge taps the wrong side; the other match of the pair ends; the next one begins."""
    match, beside = at(tournament, (1, 1)), at(tournament, (1, 2))
    judging.start(judge, tournament.slug, match.code)
    judge.tap(judging.winner(judge, 1))
    judging.headline(judge, "good")
    judging.record(judge)
    begin(beside)
    record_sheet(beside, sheet=plain_win(beside), by=bruno(), now=timezone.now())
    later = Side.objects.get(source=match).match
    begin(later)
    return match, later


def to_the_consequences(person: Person, tournament: Tournament, match: Match) -> None:
    """One tap on the other side moves the six realms; then everything that would follow."""
    judging.open_match(person, tournament.slug, match.code)
    person.follow("#correct")
    judging.winner(person, 2).click()
    expect(person.page.locator('[name="lines.0.intact"][value=""]')).to_be_checked()
    expect(person.page.locator('[name="lines.1.intact"][value="6"]')).to_be_checked()
    person.fill(reason=REASON)
    person.send(".sheet-record", 200, "/corrigir/")
    person.sees("#follows .change")
    person.shoot("30-consequences")


@pytest.mark.fault("F10")
def test_a_wrong_winner_is_corrected_on_a_phone_and_the_correction_undone(
    live_site: Site, meet: Meet
) -> None:
    tournament = drawn(8, table_high=2, ranked=True)
    judge = sign_in(meet(live_site, **TOUCH), "bruno")
    ana = sign_in(meet(live_site, **TOUCH), "ana")
    visitor = meet(live_site)
    match, later = wrongly_recorded(judge, tournament)
    to_the_consequences(ana, tournament, match)
    assert not Correction.objects.exists()
    ana.send("button[value=confirm]", 422, "/corrigir/")
    ana.sees("#follows [role=alert]")
    ana.swap(f"label:has(#{later.code}-replay)", 200, "/corrigir/")
    expect(ana.page.locator(f"#{later.code}-replay")).to_be_checked()
    assert ana.page.locator(f"#{later.code}-replace").is_disabled()
    ana.shoot("31-replay-chosen")
    ana.send("button[value=confirm]")
    later.refresh_from_db()
    assert later.state == MatchState.READY
    assert later.sides.filter(entry=match.sides.get(number=2).entry).exists()
    visitor.go(f"/torneios/{tournament.slug}/avisos/")
    visitor.sees(".correction", REASON)
    visitor.shoot("32-notice")
    ana.go(f"/torneios/{tournament.slug}/avisos/")
    ana.follow(".correction a[href$='/desfazer/']")
    ana.fill(reason="Estava certo.")
    ana.shoot("33-undo")
    ana.send("main form .btn-danger")
    visitor.sees(".correction", "Estava certo.")
    later.refresh_from_db()
    assert (later.state, later.started_at is not None) == (MatchState.PLAYING, True)
    assert later.sides.filter(entry=match.sides.get(number=1).entry).exists()


@pytest.mark.fault("F10")
def test_without_javascript_the_consequences_come_by_their_button(live_site: Site, meet: Meet) -> None:
    tournament = drawn(8, table_high=2)
    judge = sign_in(meet(live_site, **TOUCH), "bruno")
    ana = sign_in(meet(live_site, java_script_enabled=False), "ana")
    match, later = wrongly_recorded(judge, tournament)
    judging.open_match(ana, tournament.slug, match.code)
    ana.follow("#correct")
    ana.fill(winner="2", reason=REASON, **{"lines.0.intact": 0, "lines.1.intact": 6})
    ana.send(".sheet-record", 200, "/corrigir/")
    ana.fill(**{f"remedy.{later.code}": "keep"})
    ana.send(".no-js-only button", 200, "/corrigir/")
    expect(ana.page.locator(f"#{later.code}-keep")).to_be_checked()
    ana.send("button[value=confirm]")
    assert Correction.objects.get().effects == [{"match": later.code, "remedy": "keep"}]


@pytest.mark.fault("F05")
def test_two_judges_two_sheets_and_the_coordinator_decides(live_site: Site, meet: Meet) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, (1, 1))
    begin(match)
    bruno_ = sign_in(meet(live_site, **TOUCH), "bruno")
    ana = sign_in(meet(live_site), "ana")
    for judge, side in ((bruno_, 2), (ana, 1)):
        judging.open_match(judge, tournament.slug, match.code)
        judging.winner(judge, side).click()
        judging.headline(judge, "good")
    judging.record(bruno_)
    ana.swap(judging.RECORD, 409, judging.SHEET)
    expect(ana.page.locator(".versions article")).to_have_count(2)
    ana.go(f"/torneios/{tournament.slug}/painel/")
    ana.follow("#reviews a")
    ana.follow("#match-head a[href*='/revisao/']")
    ana.shoot("34-two-sheets")
    ana.follow("a[href*='outra=']")
    expect(ana.page.locator('[name="lines.0.intact"][value="6"]')).to_be_checked()
    ana.fill(reason=REASON)
    ana.send(".sheet-record", 200, "/corrigir/")
    ana.send("button[value=confirm]")
    match.refresh_from_db()
    assert match.winner == match.sides.get(number=1).entry
    expect(ana.page.locator("#under-review")).to_have_count(0)
