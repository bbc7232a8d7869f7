"""Two people count at one table at the same moment: different players never clash, the same player once."""

from collections.abc import Callable

import pytest

from accounts.models import Player
from core.errors import Stale
from matches.models import Match, TableTally
from rulesets.kernel.counting import Change
from tests.cast import START, ana, bruno, running
from tests.fixtures.database import AtOnce
from tournaments.models import Tournament
from tournaments.play.count import TableCount, count_of, note_count


@pytest.fixture
def table(transactional_db: None) -> tuple[Tournament, Match, TableCount]:
    tournament = running(4, kind="guerrilha")
    match = Match.objects.get(ledger=tournament.ledger_id, round=1, number=1)
    return tournament, match, count_of(tournament, match)


def tap(
    seen: tuple[Tournament, Match, TableCount], place: int, version: int, by: Player
) -> Callable[[], TableCount]:
    """One more commander, decided on what was seen."""
    tournament, match, first = seen
    player = first.tallies[place].player
    change = Change(numbers={"commanders": version + 1})
    return lambda: note_count(
        tournament, count_of(tournament, match), player=player, change=change, version=version,
        by=by, now=START,
    )  # fmt: skip


def test_two_who_count_different_players_are_both_kept(
    table: tuple[Tournament, Match, TableCount], at_once: AtOnce
) -> None:
    one, other = ana(), bruno()
    for version in range(3):
        answers = at_once(tap(table, 0, version, one), tap(table, 1, version, other))
        assert [answer for answer in answers if isinstance(answer, Exception)] == []
    kept = count_of(*table[:2])
    assert [tally.numbers["commanders"] for tally in kept.tallies[:2]] == [3, 3]


@pytest.mark.parametrize("version", [0, 1])
def test_of_two_who_count_the_same_player_one_is_told(
    table: tuple[Tournament, Match, TableCount], at_once: AtOnce, version: int
) -> None:
    one, other = ana(), bruno()
    for before in range(version):
        tap(table, 0, before, one)()
    answers = at_once(tap(table, 0, version, one), tap(table, 0, version, other))
    refused = [answer for answer in answers if isinstance(answer, Stale)]
    assert [stale.code for stale in refused] == ["count_changed"]
    row = TableTally.objects.get()
    assert (row.version, row.data["numbers"]["commanders"]) == (version + 1, version + 1)
