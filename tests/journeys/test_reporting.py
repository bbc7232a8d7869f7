"""Phones at the tables: two players agree, two differ and the judge settles it, two without an account."""

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Player, User
from matches.models import Match, MatchState, Sheet, TableLink
from tests.cast import PASSWORD, ana, bruno, running
from tests.journeys import following, judging
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.test_looks import faults, who
from tests.servers.site import Site
from tests.services.test_reporting import player_at
from tournaments.models import Tournament
from tournaments.tables import cards
from tournaments.tables.cards import token_of

REPORT, TAKE_SEAT = "#report .sheet-record", "form[action$='/sentar/'] button"


def player(site: Site, meet: Meet, match: Match, side: int) -> Person:
    """A player's phone, on the match's page."""
    found = player_at(match, side)
    if found.user is None:
        user = User.objects.create_user(f"p{found.pk}", password=PASSWORD)
        Player.objects.filter(pk=found.pk).update(user=user)
    person = who(meet(site, **TOUCHED), Player.objects.get(pk=found.pk))
    judging.open_match(person, _slug(match), match.code)
    return person


def _slug(match: Match) -> str:
    return Tournament.objects.get(ledger=match.ledger_id).slug


def says(person: Person, winner: int, to: str = "/relato/") -> None:
    """Tap who won, and report it."""
    person.tap(judging.winner(person, winner))
    judging.headline(person, "good")
    person.send(REPORT, 302, to)


def test_phones_at_three_tables(live_site: Site, meet: Meet) -> None:
    tournament = running(8, table_high=2)
    playing = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING)
    agreeing, differing, phones, *_ = playing.order_by("number")
    two_agree(live_site, meet, agreeing)
    two_differ_and_the_judge_settles(live_site, meet, differing)
    two_without_an_account(live_site, meet, tournament, phones)
    winners = [sheet.placement for sheet in Sheet.objects.order_by("recorded_at")]
    assert winners == [[[2], [1]], [[1], [2]], [[1], [2]]]


def two_agree(site: Site, meet: Meet, match: Match) -> None:
    """One reports, the other sees it come by itself and agrees with one tap."""
    first, second = player(site, meet, match, 1), player(site, meet, match, 2)
    first.shoot("40-report")
    says(first, 2)
    first.sees("#readings")
    first.shoot("41-reported")
    following.comes(stay_here(second), "#readings button[name=agree]")
    second.shoot("42-agree")
    second.send("#readings button[name=agree]", 302, "/relato/")
    second.sees(".recorded")
    expect(second.page.locator("#flag")).to_be_attached()
    second.shoot("43-agreed")


def stay_here(person: Person) -> Person:
    return following.stay(person, person.path)


def two_differ_and_the_judge_settles(site: Site, meet: Meet, match: Match) -> None:
    """Both say that they won: both readings are shown, and the judge starts from one of them."""
    first, second = player(site, meet, match, 1), player(site, meet, match, 2)
    says(first, 1)
    second.go(second.path)
    second.tap("#report-title")
    says(second, 2)
    second.sees("#readings.notice-warning")
    second.shoot("44-differ")
    assert list(faults(second)) == []
    judge = who(meet(site, **TOUCHED), bruno())
    judge.go(f"/torneios/{_slug(match)}/painel/")
    judge.shoot("45-contested")
    judge.follow("#contested a")
    judge.shoot("46-judge")
    judge.follow("#readings [data-side='1'] a")
    judge.shoot("47-filled")
    judging.record(judge)


def two_without_an_account(site: Site, meet: Meet, tournament: Tournament, match: Match) -> None:
    """The card of the table opens the match; each phone takes a side; they agree."""
    cards.issue_links(tournament, by=ana(), now=timezone.now())
    coordinator = who(meet(site), ana()).go(f"/torneios/{tournament.slug}/mesas/cartoes/")
    coordinator.shoot("48-cards")
    assert list(faults(coordinator)) == []
    coordinator.page.emulate_media(media="print")
    expect(coordinator.page.locator("form").first).not_to_be_visible()
    coordinator.shoot("48-cards-printed")
    link = TableLink.objects.get(table=match.table)
    address = reverse("table_card", args=[token_of(link.code)])
    for side in (1, 2):
        phone = meet(site, **TOUCHED).go(address)
        assert phone.path == "/mesa/"
        phone.shoot(f"49-card-{side}")
        phone.send(phone.page.locator(TAKE_SEAT).nth(0), 302, "/sentar/")
        phone.shoot(f"50-seat-{side}")
        if side == 1:
            says(phone, 1)
            assert list(faults(phone)) == []
        else:
            phone.send("#readings button[name=agree]", 302, "/relato/")
            phone.sees(".recorded")
            assert list(faults(phone)) == []
