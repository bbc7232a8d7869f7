"""One matrix of simulated tournaments: each is played once a run, and read by all tests of records.

Nothing of it stays in the database.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db import transaction

from records.export import people_file, record_lines
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tests.inventions import invention
from tests.records.book import Bodies
from tournaments.models import State
from tournaments.stages.groups.plan import GroupsPlan
from tournaments.stages.points import PLACEMENT
from tournaments.stages.swiss.plan import SwissPlan

FORTALEZA = "fortaleza"
PLAYED = {
    "tables of four": Scenario(13, 21, table_size=4),
    "duels": Scenario(7, 22, table_size=2, time_limit=None, multiplier=3),
    "guerrilha": Scenario(10, 23, "guerrilha", table_size=3, variants=("calouro-do-chacrinha", "xisum")),
    "duplas": Scenario(5, 24, "duplas", table_size=2, variants=("aliados",)),
    "conquistadores": Scenario(9, 25, "conquistadores", table_size=4),
    "castelo": Scenario(11, 26, "duelo", "castelo", 2),
    "castelo in pairs": Scenario(6, 27, "duplas", "castelo", 2),
    "castelo together": Scenario(5, 28, "duplas-cooperativo", "castelo", 2, time_limit=None),
    "castelo of eight": Scenario(27, 29, "imortal", "castelo", 8),
    "hermetica": Scenario(11, 30, "duelo", "hermetica", 2),
    "kingdoms of four": Scenario(16, 31, "reinos", "jogo-dos-reinos", 4),
    "kingdoms of eight": Scenario(35, 32, "reinos", "jogo-dos-reinos", 8),
}
"""Every game and size of table, nothing going wrong."""

GONE_WRONG = {
    "four reseated": Scenario(6, 162, table_size=2, time_limit=None, faults=40),
    "tables of three": Scenario(9, 84, table_size=3, time_limit=60, faults=40),
    "pairs": Scenario(5, 39, kind="duplas", table_size=2, time_limit=20, faults=40),
    "conquest": Scenario(8, 244, kind="conquistadores", table_size=2, time_limit=60, faults=30),
    "castles": Scenario(4, 210, kind="imortal", game="castelo", table_size=4, time_limit=20, faults=40),
    "castles in pairs": Scenario(4, 3, "duplas", "castelo", 2, faults=60),
    "potencial": Scenario(4, 106, kind="duelo", game="hermetica", table_size=2, time_limit=20, faults=40),
    "potencial of five": Scenario(5, 2, "duelo", "hermetica", 2, faults=60),
    "kingdoms": Scenario(4, 34, kind="reinos", game="jogo-dos-reinos", table_size=4, faults=40),
    "kingdoms of sixteen": Scenario(16, 1, "reinos", "jogo-dos-reinos", 4, faults=60),
}
"""Days on which entries leave and come back, and sheets are corrected."""

INVENTED = {
    "laid open": Scenario(9, 1, FORTALEZA, invented=invention(needs={"laid": 5})),
    "battles": Scenario(7, 2, FORTALEZA, invented=invention(needs={"razed_in_battle": 3}, at_once=True)),
    "pairs of a type": Scenario(
        5, 3, FORTALEZA, table_size=2, faults=30,
        invented=invention(team_size=2, needs={"intact": 8, "razed_in_battle": 2}, at_once=True),
    ),
    "alone": Scenario(7, 4, FORTALEZA, invented=invention(needs={"intact": 3, "laid": 5})),
    "battles gone wrong": Scenario(
        9, 5, FORTALEZA, faults=20, invented=invention(needs={"razed_in_battle": 3}, at_once=True)
    ),
    "pairs of realms": Scenario(
        6, 6, FORTALEZA, table_size=2,
        invented=invention(team_size=2, needs={"intact": 7, "razed_in_battle": 2}, at_once=True),
    ),
    "by word": Scenario(
        7, 3, "relicario", invented=invention(needs={}, counted=("razed_in_battle",), title_word="Relicário")
    ),
    "three blocks": Scenario(
        4, 4, FORTALEZA, table_size=2,
        invented=invention(needs={"intact": 3, "razed_in_battle": 1, "laid": 5}),
    ),
}  # fmt: skip
"""Types that people composed."""

PINEAPPLES = ("calouro-do-chacrinha",)
EXTRA = {
    "cancelled": Scenario(6, 1, "duelo", "hermetica", 2, extras=40),
    "tables with extras": Scenario(9, 4, table_size=4, variants=PINEAPPLES, faults=10, extras=30),
    "clubs kept apart": Scenario(9, 2, table_size=4, variants=PINEAPPLES, faults=10, extras=30),
    "pairs with extras": Scenario(5, 73, "duplas", table_size=2, variants=PINEAPPLES, extras=30),
    "kingdoms with extras": Scenario(16, 5, "reinos", "jogo-dos-reinos", 4, extras=30),
    "second of a season": Scenario(9, 1, table_size=2, extras=30, follows=True),
    "castles with extras": Scenario(14, 6, "duelo", "castelo", 2, faults=15, extras=40),
    "extras gone wrong": Scenario(10, 11, table_size=2, faults=45, extras=15),
    "more time": Scenario(10, 7, table_size=2, faults=45, extras=15),
}
"""Days with everything else that may happen."""

STAGED = {
    "rounds and a bracket": Scenario(14, 109, table_size=4, stage=SwissPlan(3, 4)),
    "rounds alone": Scenario(9, 103, table_size=4, time_limit=None, stage=SwissPlan(2, 0)),
    "rounds by placement": Scenario(
        24, 27, table_size=4, faults=15, extras=10, stage=SwissPlan(3, 4, points=PLACEMENT)
    ),
    "rounds of duels": Scenario(
        9, 108, table_size=2, faults=15, extras=15, stage=SwissPlan(4, 4, apart=True)
    ),
    "rounds of pairs": Scenario(7, 107, "duplas", table_size=2, faults=20, extras=10, stage=SwissPlan(3, 2)),
    "rounds gone wrong": Scenario(12, 102, table_size=4, faults=40, extras=10, stage=SwissPlan(3, 6)),
    "rounds of castles": Scenario(
        10, 104, "duelo", "castelo", 2, faults=40, extras=10, stage=SwissPlan(3, 4)
    ),
    "rounds of kingdoms": Scenario(
        11, 104, "reinos", "jogo-dos-reinos", 7, faults=15, extras=15, stage=SwissPlan(3, 4)
    ),
    "groups and a bracket": Scenario(13, 110, table_size=4, stage=GroupsPlan(3, 2, groups=2)),
    "groups alone": Scenario(9, 111, table_size=2, faults=15, extras=10, stage=GroupsPlan(5, 0, groups=2)),
    "groups of duels": Scenario(
        12, 112, table_size=2, faults=30, extras=15, stage=GroupsPlan(3, 2, apart=True, groups=3)
    ),
    "groups of pairs": Scenario(
        8, 113, "duplas", table_size=2, faults=20, extras=10, stage=GroupsPlan(3, 1, groups=2)
    ),
    "groups by placement": Scenario(
        13, 119, table_size=3, faults=15, stage=GroupsPlan(3, 2, groups=2, points=PLACEMENT)
    ),
    "groups of castles": Scenario(
        16, 114, "duelo", "castelo", 2, faults=40, extras=10, stage=GroupsPlan(3, 2, groups=4)
    ),
}
"""Days with Swiss rounds or groups before the bracket, or without one after them."""

OWN_TITLE, FINAL_SEAT = {"second_chance": "own_title"}, {"second_chance": "final_seat"}
BEFORE_FINAL = {"second_chance_losers": "before_final"}
BESIDE = {
    "second chance of duels": Scenario(
        13, 120, table_size=2, house_rules={**OWN_TITLE, "third_place_match": True}, faults=30, extras=10
    ),
    "second chance of four": Scenario(16, 121, house_rules=OWN_TITLE, faults=40),
    "second chance of pairs": Scenario(
        11, 122, "duplas", table_size=2, house_rules={**OWN_TITLE, "empty_seat": "lucky_loser"}, faults=30
    ),
    "second chance of castles": Scenario(
        12, 123, "imortal", "castelo", 6, house_rules=OWN_TITLE, faults=30, extras=10
    ),
    "seat in the final": Scenario(24, 124, house_rules=FINAL_SEAT, faults=20, extras=10),
    "seat in the final of kingdoms": Scenario(
        16, 125, "reinos", "jogo-dos-reinos", 8, house_rules=FINAL_SEAT, faults=30
    ),
    "second chance of all losers": Scenario(
        13, 126, "duplas", table_size=2, house_rules={**OWN_TITLE, **BEFORE_FINAL}, faults=30, extras=10
    ),
    "seat in the final for any loser": Scenario(
        24, 127, house_rules={**FINAL_SEAT, **BEFORE_FINAL}, faults=30
    ),
}
"""Days on which losers play on."""

RANKED = {
    "ranked rounds": Scenario(
        24, 116, FORTALEZA, faults=5, extras=10, multiplier=2, accepted=True, stage=SwissPlan(3, 4),
        invented=invention(table_low=3, stages=("swiss",)),
    ),
    "ranked by placement": Scenario(
        13, 120, FORTALEZA, accepted=True, stage=SwissPlan(2, 4, points=PLACEMENT),
        invented=invention(table_low=3, stages=("swiss",)),
    ),
    "ranked groups": Scenario(
        12, 117, FORTALEZA, table_size=2, accepted=True, stage=GroupsPlan(3, 2, groups=3),
        invented=invention(table_high=2, stages=("swiss", "groups")),
    ),
}  # fmt: skip
"""Ranked days with a stage, of types that the editors accepted with it."""

MATRIX: Mapping[str, Scenario] = {**PLAYED, **GONE_WRONG, **INVENTED, **EXTRA}
DAYS: Mapping[str, Scenario] = {**MATRIX, **STAGED, **BESIDE, **RANKED}


@dataclass(frozen=True)
class Simulated:
    """A tournament that is over: its record, the names to it, and how often what went wrong or happened."""

    record: str
    people: str
    mischief: Counter[str]
    extras: Counter[str]


def simulated(scenario: Scenario) -> Simulated:
    """Play it to its end, and take everything back."""
    with transaction.atomic():
        simulation = Simulation(scenario, report=lambda _: None)
        tournament = simulation.run()
        assert tournament.state in (State.FINISHED, State.CANCELLED)
        record, names = "".join(record_lines(tournament)), json.dumps(people_file(tournament))
        transaction.set_rollback(True)
    mischief = Counter(simulation.mischief.done if simulation.mischief else ())
    return Simulated(record, names, mischief, Counter(simulation.extras.done if simulation.extras else ()))


@cache
def of(name: str) -> Simulated:
    """One of the matrix, played by the process of the run that asks for it first."""
    return _once(name, _SHARED[0]) if _SHARED else simulated(DAYS[name])


_SHARED: list[Path] = []


@contextmanager
def shared_in(folder: Path) -> Iterator[None]:
    """Tournaments are kept in this folder, which all processes of a run share."""
    _SHARED.append(folder)
    yield
    _SHARED.remove(folder)


def _once(name: str, folder: Path) -> Simulated:
    """Read what another process kept, or play it and keep it."""
    kept = folder / f"simulated-{name.replace(' ', '-')}.json"
    if kept.exists():
        read = json.loads(kept.read_text())
        return Simulated(read["record"], read["people"], Counter(read["mischief"]), Counter(read["extras"]))
    made = simulated(DAYS[name])
    part = kept.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(vars(made)))
    part.replace(kept)
    return made


def bodies_of(text: str) -> Bodies:
    """The lines of a record, without their numbers and hashes."""
    lines = (json.loads(line) for line in text.splitlines())
    return [{key: line[key] for key in ("at", "by", "type", "data")} for line in lines]


def bodies(name: str) -> Bodies:
    """The record of one of the matrix, to be altered."""
    return deepcopy(bodies_of(of(name).record))
