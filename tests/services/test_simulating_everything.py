"""Every game and type, without variants and with all of them, small: each record is sound."""

from collections import Counter

import pytest

from rulesets.registry import GAMES
from simulation.management.commands.simulate_all import simulate_and_check
from simulation.scenarios import LARGER, Scenario, scenarios, staged_scenarios

pytestmark = pytest.mark.django_db

EVERY = list(scenarios())
SMALL = [
    one for one in EVERY if one.entries != LARGER and len(one.variants) in (0, len(GAMES[one.game].variants))
]


def named(one: Scenario) -> str:
    more = f"{'-with-variants' if one.variants else ''}{'-in-a-season' if one.follows else ''}"
    more += "-with-rounds" if one.swiss else ""
    return f"{one.game}-{one.kind}{more}"


@pytest.mark.parametrize("scenario", [*SMALL, *staged_scenarios()], ids=named)
def test_a_small_tournament_is_sound(scenario: Scenario) -> None:
    found, _ = simulate_and_check(scenario)
    assert [str(discrepancy) for discrepancy in found] == []


def test_every_type_and_set_of_variants_is_among_them() -> None:
    counts = Counter((one.game, one.kind) for one in EVERY if one.entries != LARGER and not one.follows)
    assert counts == {
        (game.key, kind.key): 2 ** len(game.variants) for game in GAMES.values() for kind in game.kinds
    }


def test_games_are_drawn_and_matches_get_more_time_now_and_then() -> None:
    many = Scenario(entries=60, seed=4, kind="duelo", game="castelo", table_size=2)
    found, endings = simulate_and_check(many)
    assert found == []
    assert endings["(drawn game)"] >= 1
    assert endings["(more time)"] >= 1
