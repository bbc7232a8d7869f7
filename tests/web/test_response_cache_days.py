"""Pages that are kept ready are the same as made anew: after every act of days of chance."""

import random
from datetime import datetime
from typing import Any

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from core.cache.response_cache import response_cache
from core.db.transactions import read_snapshot
from matches.models import Match
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tests.cast import START, ana, browser, drawn, fresh, played, running
from tests.web.cached import ALWAYS, HTMX, LANGUAGES, OF_ALL, PAGES, POLLS, address, read
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.match_views import match_cache, versioned_cache
from tournaments.match_views.selectors import RoundView, bracket
from tournaments.models import Tournament
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db


def forget_everything() -> None:
    response_cache.clear()
    match_cache.clear()
    versioned_cache.clear()


class Watched(Simulation):
    """A day of chance; before each act, everything that is kept is held against the same made anew."""

    looked = 0

    def _advance_clock(self, minutes: int) -> datetime:
        tournament = Tournament.objects.filter(simulated=True).order_by("-pk").first()
        if tournament is not None and tournament.is_public:
            self.look(fresh(tournament))
        return super()._advance_clock(minutes)

    def look(self, tournament: Tournament) -> None:
        """Compare one page in one language, and what all pages are made from."""
        chance = random.Random(f"{tournament.ledger.version} {self.looked}")
        is_drawn = Match.objects.filter(ledger=tournament.ledger_id).exists()
        language, name = chance.choice(LANGUAGES), chance.choice([*(PAGES if is_drawn else ALWAYS), *OF_ALL])
        url = address(tournament, name)
        headers = HTMX if name in POLLS and chance.random() < 0.5 else {}
        client = browser(language=language)
        warm, values = read(client, url, **headers), self._values(tournament, language)
        forget_everything()
        assert read(client, url, **headers) == warm
        assert self._values(tournament, language) == values
        self.looked += 1

    def _values(self, tournament: Tournament, language: str) -> tuple[Any, ...]:
        with translation.override(language), read_snapshot():
            return bracket(tournament), standings_of(tournament)


@pytest.mark.F44
@pytest.mark.parametrize(
    ("entries", "size", "seed"), [(9, 3, 5), (12, 2, 17), (10, 4, 23)], ids=["threes", "duels", "fours"]
)
def test_after_every_act_what_is_kept_equals_what_is_made_anew(entries: int, size: int, seed: int) -> None:
    day = Watched(Scenario(entries=entries, table_size=size, seed=seed, faults=60))
    day.run()
    assert day.looked > entries


def test_a_bracket_is_brought_up_without_reading_it_whole(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = running(16)
    with read_snapshot():
        bracket(tournament)
    match = Match.objects.filter(ledger=tournament.ledger, state="playing").first()
    assert match is not None
    played(match)
    after = fresh(tournament)
    with read_snapshot(), django_assert_max_num_queries(10) as seen:
        brought_up = bracket(after)
    assert any("changed_seq" in query["sql"] for query in seen.captured_queries)
    match_cache.clear()
    with read_snapshot():
        assert bracket(after) == brought_up


def test_a_bracket_that_was_drawn_anew_is_read_anew() -> None:
    tournament = drawn(8)
    with read_snapshot():
        before = bracket(tournament)
    withdraw_draw(tournament, reason="wrong list", by=ana(), now=START)
    publish_draw(fresh(tournament), seed=99, by=ana(), now=START)
    with read_snapshot():
        after = bracket(fresh(tournament))
    assert codes(before).isdisjoint(codes(after))
    assert len(codes(before)) == len(codes(after))


def codes(rounds: tuple[RoundView, ...]) -> set[str]:
    return {match.code for one in rounds for match in one.matches}
