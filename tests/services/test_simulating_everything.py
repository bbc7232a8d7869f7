"""Every game and type, without variants and with all of them, small: each record is sound."""

from collections import Counter

import pytest

from rulesets.registry import GAMES
from simulation.management.commands.simulate_all import simulate_and_check
from simulation.scenarios import (
    LARGER,
    Scenario,
    every_scenario,
    scenarios,
    second_chance_scenarios,
    staged_scenarios,
)
from tournaments.bracket.shapes import default_shape

pytestmark = pytest.mark.django_db

EVERY = list(scenarios())
SMALL = [
    one for one in EVERY if one.entries != LARGER and len(one.variants) in (0, len(GAMES[one.game].variants))
]


def named(one: Scenario) -> str:
    more = f"{'-with-variants' if one.variants else ''}{'-in-a-season' if one.follows else ''}"
    more += f"-with-{one.stage.kind}" if one.stage else ""
    more += f"-for-{one.house_rules['second_chance']}" if "second_chance" in one.house_rules else ""
    more += "-of-all-losers" if "second_chance_losers" in one.house_rules else ""
    return f"{one.game}-{one.kind}{more}"


BESIDE = [*staged_scenarios(), *second_chance_scenarios()]


@pytest.mark.parametrize("scenario", [*SMALL, *BESIDE], ids=named)
def test_a_small_tournament_is_sound(scenario: Scenario) -> None:
    found, _ = simulate_and_check(scenario)
    assert [str(discrepancy) for discrepancy in found] == []


def test_every_type_and_set_of_variants_is_among_them() -> None:
    counts = Counter((one.game, one.kind) for one in EVERY if one.entries != LARGER and not one.follows)
    assert counts == {
        (game.key, kind.key): 2 ** len(game.variants) for game in GAMES.values() for kind in game.kinds
    }


def test_every_type_has_a_second_chance_and_larger_tables_one_for_the_final() -> None:
    found = [
        (one.game, one.kind, one.house_rules["second_chance"])
        for one in second_chance_scenarios()
        if "second_chance_losers" not in one.house_rules
    ]
    every = [(game.key, kind) for game in GAMES.values() for kind in game.kinds]
    assert [(game, kind) for game, kind, chosen in found if chosen == "own_title"] == [
        (game, kind.key) for game, kind in every
    ]
    assert [(game, kind) for game, kind, chosen in found if chosen == "final_seat"] == [
        (game, kind.key) for game, kind in every if kind.tables.high > 2
    ]
    assert [one for one in every_scenario() if "second_chance" in one.house_rules] == [
        *second_chance_scenarios()
    ]


def test_of_every_type_with_duels_all_losers_play_on_in_a_longer_bracket() -> None:
    found = [one for one in second_chance_scenarios() if "second_chance_losers" in one.house_rules]
    duels = [(game.key, kind) for game in GAMES.values() for kind in game.kinds if kind.tables.low == 2]
    assert [(one.game, one.kind) for one in found] == [(game, kind.key) for game, kind in duels]
    assert {len(default_shape(one.entries, 2, one.table_size).rounds) for one in found} == {3, 5}


def test_games_are_drawn_and_matches_get_more_time_now_and_then() -> None:
    many = Scenario(entries=60, seed=4, kind="duelo", game="castelo", table_size=2)
    found, endings = simulate_and_check(many)
    assert found == []
    assert endings["(drawn game)"] >= 1
    assert endings["(more time)"] >= 1
