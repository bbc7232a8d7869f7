"""Two phones count one table: taps, a reload, time, the tie-break with its reason, and the sheet."""

from datetime import timedelta

from playwright.sync_api import APIResponse, Route, expect

from matches.models import Match, MatchState
from tests import cast
from tests.journeys import judging
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.test_looks import MIN_TARGET, at, faults, who
from tests.servers.site import Site
from tournaments.play.count import count_of
from tournaments.play.play import call_time

TARGETS = "#count :is(button, summary, a.btn)"
TAP = "/mesa/toque/"


def tap(person: Person, *buttons: str) -> None:
    """Tap these one after the other without waiting; the page has them all in the end."""
    for button in buttons:
        person.tap(f"#tap-{button}")


def test_two_phones_count_a_match_until_its_sheet(live_site: Site, meet: Meet) -> None:
    tournament = cast.running(4, kind="guerrilha", table_high=2, time_limit=30)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING)[0]
    one, other = (tally.player for tally in count_of(tournament, match).tallies)
    bruno, ana = (who(meet(live_site, locale="en", **TOUCHED), judge) for judge in (cast.bruno(), cast.ana()))
    page = at(tournament, f"partidas/{match.code}/mesa/")[0]
    bruno.go(at(tournament, f"partidas/{match.code}/")[0]).follow("#count-at-table")
    ana.go(page)
    two_count_and_see_each_other(bruno, ana, one, other)
    an_answer_that_is_late_takes_nothing_back(bruno, ana, one, other)
    assert small_targets(bruno) == []
    ana.go(page)
    expect(ana.page.locator(f"#number-{one}-commanders")).to_have_text("3")
    time_is_called(match)
    ana.sees("#count-clock", "cycle in progress is finished")
    ana.sees("#count-bar", "more intact realms")
    bruno.sees("#count-answer", "Time is over")
    ana.shoot("40-count-after-time")
    found = [fault for person in (ana, bruno) for fault in faults(person)]
    assert found == [], "\n".join(found)
    bruno.page.set_viewport_size(TOUCHED["viewport"])
    bruno.follow("#use-as-sheet")
    assert judging.typed(bruno)["ended_by"] == "time"
    judging.record(bruno)
    bruno.sees(".recorded", "more intact realms")
    bruno.sees(".formations .is-razed")
    bruno.shoot("41-recorded-with-formations")
    ana.sees("#content", "while a match is being played")


def two_count_and_see_each_other(bruno: Person, ana: Person, one: str, other: str) -> None:
    """Twelve points each, but one has more realms; a tap that cannot be says why and changes nothing."""
    tap(bruno, *(f"{one}-{spot}" for spot in "ABCC"), *[f"{one}-commanders-1"] * 3)
    tap(ana, *(f"{other}-{spot}" for spot in "ABC"))
    bruno.sees(f"#spot-{other}-C.is-intact.is-exposed")
    ana.sees(f"#spot-{one}-C.is-razed")
    ana.sees(f"#number-{one}-commanders", "3")
    tap(ana, f"{one}-armies-1", f"{other}-armies-1")
    ana.sees("#count-refused", "at most one army")
    tap(ana, *[f"{other}-commanders-1"] * 2)
    bruno.sees(f"#number-{other}-commanders", "2")
    bruno.sees("#count-bar", "If time were called now")
    bruno.sees("#count-bar", "more intact realms")
    bruno.shoot("40-count")


def an_answer_that_is_late_takes_nothing_back(bruno: Person, ana: Person, one: str, other: str) -> None:
    """A poll leaves with news of Ana's tap, is held up, and arrives after Bruno's own tap."""
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        """The first news; everything else goes through."""
        answer = route.fetch()
        if answer.status == 200 and not held:
            held.append((route, answer))
        else:
            route.fulfill(response=answer)

    bruno.page.route("**/mesa/?versao=*", hold)
    tap(ana, f"{other}-commanders-1")
    while not held:
        bruno.page.wait_for_timeout(100)
    bruno.swap(f"#tap-{one}-commanders-1", 200, TAP)
    route, answer = held[0]
    route.fulfill(response=answer)
    bruno.swap(f"#tap-{one}-commanders--1", 200, TAP)
    bruno.sees(f"#number-{other}-commanders", "3")
    bruno.page.unroute_all(behavior="ignoreErrors")
    tap(ana, f"{other}-commanders--1")
    bruno.sees(f"#number-{other}-commanders", "2")


def small_targets(person: Person) -> list[str]:
    """What is smaller than a thumb."""
    sizes = person.page.locator(TARGETS).evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 80),"
        " Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width)])"
    )
    assert len(sizes) > 20
    return [target for target, size in sizes if size < MIN_TARGET]


def time_is_called(match: Match) -> None:
    """The limit is reached."""
    match.refresh_from_db()
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at + timedelta(seconds=1))
