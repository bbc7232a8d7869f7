"""Pages in the states of a day that a still picture misses: late, time over, disputed, in a break, offline.

0 axe violations in each, light and dark.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Player
from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from tests import cast
from tests.acts import finish, moments
from tests.journeys.people import Meet, Person
from tests.journeys.test_looks import at, faults, look, who
from tests.servers.site import Site
from tournaments.corrections.disputes import note_dispute
from tournaments.draw.publish import publish_draw
from tournaments.endings import cancel
from tournaments.models import Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.play import call_time, start_match

LIMIT = 40
STALE = 20_000  # milliseconds without an answer after which a page says so
EVERYBODY: tuple[Callable[[], Player], ...] = (cast.caio, cast.bruno, cast.ana)


@pytest.fixture
def viewer(live_site: Site, meet: Meet) -> Person:
    """A browser at the site of the test's database."""
    return meet(live_site)


def begun(minutes: float) -> Tournament:
    """The first tables began so many minutes ago."""
    tournament = cast.drawn(9, time_limit=LIMIT)
    since = timezone.now() - timedelta(minutes=minutes)
    dispatch(tournament.ledger_id, now=since)
    for match in cast.called(tournament):
        start_match(match, by=cast.bruno(), now=since)
    return cast.fresh(tournament)


def of_caio(tournament: Tournament) -> Match:
    return Match.objects.get(
        ledger=tournament.ledger, state__in=("called", "playing"), seats__persona__player=cast.caio()
    )


def of_the_day(
    viewer: Person, tournament: Tournament, people: Sequence[Callable[[], Player]] = EVERYBODY
) -> list[str]:
    """What is wrong with the pages of the day, for who plays, judges and coordinates, and in the hall."""
    match = of_caio(tournament)
    pages = at(tournament, "", "chave/", "telao/", f"partidas/{match.code}/")
    found = look(viewer, *pages)
    for player in people:
        who(viewer, player())
        day = () if player is cast.caio else at(tournament, "painel/")
        found += look(viewer, "/", pages[0], pages[-1], *day)
    return found


@pytest.mark.parametrize("minutes", [LIMIT - 4, LIMIT - 0.5], ids=["last five", "last"])
def test_the_clock_in_its_last_minutes(viewer: Person, minutes: float) -> None:
    found = of_the_day(viewer, begun(minutes), [cast.bruno])
    assert found == [], "\n".join(found)


def test_the_clock_when_time_is_over(viewer: Person) -> None:
    found = of_the_day(viewer, begun(LIMIT + 1))
    assert found == [], "\n".join(found)


def test_time_was_called_and_the_sheet_is_missing(viewer: Person) -> None:
    tournament = begun(LIMIT + 30)
    for match in Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING):
        call_time(match, by=cast.bruno(), now=timezone.now() - timedelta(minutes=20))
    found = of_the_day(viewer, tournament)
    assert found == [], "\n".join(found)


def test_players_are_late(viewer: Person) -> None:
    tournament = cast.drawn(9)
    dispatch(tournament.ledger_id, now=timezone.now() - timedelta(hours=1))
    found = of_the_day(viewer, cast.fresh(tournament))
    assert found == [], "\n".join(found)


def test_a_break_goes_on(viewer: Person) -> None:
    tournament = begun(5)
    now = timezone.now()
    plan_break(tournament, ends=now + timedelta(hours=1), by=cast.ana(), now=now)
    found = of_the_day(viewer, tournament)
    assert found == [], "\n".join(found)


def test_a_result_is_disputed(viewer: Person) -> None:
    tournament = begun(5)
    match = of_caio(tournament)
    for side in (1, 2):
        note_dispute(match, sheet=cast.plain_win(match, side), by=cast.bruno(), now=timezone.now())
    found = of_the_day(viewer, tournament)
    assert found == [], "\n".join(found)


def test_calls_are_not_open(viewer: Person) -> None:
    day = timezone.localdate()
    tournament = cast.checked_in(9, starts_at=None, starts_on=day)
    publish_draw(tournament, by=cast.ana(), now=timezone.now())
    found: list[str] = []
    for player in EVERYBODY:
        who(viewer, player())
        found += look(viewer, "/", *at(tournament, "", "telao/"))
    found += look(viewer, *at(tournament, "painel/", "sorteio/"))
    assert found == [], "\n".join(found)


def test_it_is_cancelled_or_over(viewer: Person) -> None:
    cancelled, over = begun(5), cast.drawn(9, name="Outra")
    cancel(cancelled, reason="Chuva.", by=cast.ana(), now=timezone.now())
    finish(over, moments())
    found: list[str] = []
    for player in EVERYBODY:
        who(viewer, player())
        found += look(viewer, "/", *at(cancelled, ""), *at(over, "", "classificacao/", "telao/"))
    assert found == [], "\n".join(found)


def test_the_network_is_gone(live_site: Site, meet: Meet) -> None:
    viewer, tournament = meet(live_site, service_workers="block"), begun(5)
    found: list[str] = []
    viewer.page.clock.install()
    for player in EVERYBODY:
        who(viewer, player()).go(at(tournament, "")[0])
        viewer.page.context.set_offline(True)
        viewer.page.clock.run_for(STALE)
        expect(viewer.page.locator("[data-stale]")).to_be_visible()
        found += faults(viewer)
        viewer.page.context.set_offline(False)
    assert found == [], "\n".join(found)
