"""A judge records on one phone; another, which nobody touches, shows it with its next poll."""

from playwright.sync_api import Request, expect

from matches.models import Match, MatchState
from tests import cast
from tests.fixtures.browser import PHONE
from tests.journeys import judging
from tests.journeys.following import stay
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.test_looks import at, who
from tests.servers.site import Site

MEMORY = 1_100  # milliseconds: for a second a poll may hear what was the latest a moment ago


def is_poll(asked: Request) -> bool:
    """Whether the page asks by itself for what is new."""
    return "seq=" in asked.url and "hx-request" in asked.headers


def version(phone: Person) -> str:
    """The version of the record that the open page bears."""
    return str(phone.page.locator("#bracket").get_attribute("hx-get"))


def within_one_poll(phone: Person, before: str) -> None:
    """Wait for the next poll; it has news, unless one since `before` had."""
    phone.page.wait_for_timeout(MEMORY)
    if version(phone) != before:
        return
    with phone.page.expect_request(is_poll) as asked:
        pass
    answer = asked.value.response()
    assert answer is not None
    assert answer.status == 200 or version(phone) != before


def test_a_result_is_on_another_phone_within_one_poll(live_site: Site, meet: Meet) -> None:
    tournament = cast.running(8, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("number")[0]
    seat = match.seats.select_related("persona__player").order_by("number")[0]
    assert seat.persona
    other = stay(meet(live_site, locale="en", viewport=PHONE), at(tournament, "chave/")[0])
    names = other.page.locator(".bracket-name", has_text=seat.persona.player.name)
    expect(names).to_have_count(1)
    bruno = who(meet(live_site, locale="en", **TOUCHED), cast.bruno())
    judging.open_match(bruno, tournament.slug, match.code)
    bruno.tap(judging.winner(bruno))
    judging.count(bruno, 0, intact=6)
    before = version(other)
    judging.record(bruno)
    within_one_poll(other, before)
    expect(names).to_have_count(2)
