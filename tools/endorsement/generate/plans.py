"""A plan of a tournament from a seed: type, size, options, and how often something goes wrong."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from checker.draw.second_lots import fewest_tables
from checker.draw.shape_search import default_rounds
from checker.games import GAMES

KINDS, VARIANTS = tuple(GAMES["chama"].kinds), tuple(GAMES["chama"].variants)
"""Of Chama."""
SIZES = ((62, 2, 12), (26, 13, 32), (9.6, 33, 64), (2, 65, 256), (0.3, 257, 1024), (0.1, 1025, 4096))
"""Weight, smallest, largest number of entries."""
OTHERS = tuple(
    (game.key, key, *kind.tables)
    for game in GAMES.values()
    if game.key != "chama"
    for key, kind in game.kinds.items()
)
"""Types of the other games with the fewest and the most entries at their tables."""
CHAMA = 2 / 3
SWISS, GROUPS, LEAST_STAGED = (0, 4), (2, 5), 8
"""Of eight seeds, those with Swiss rounds and with groups before the bracket, from so many entries on.

Groups shrink as entries leave, so only types that can be played by two have them.
"""
ADVANCE, OF_EACH = (4, 0, 8), (1, 2, 0, 3)
MOST_GROUPS = 8
BY_PLACEMENT = 0.5
"""How often places count, of stages at tables of three or more."""
BESIDE, OWN_TITLE, FINAL_SEAT = 0.3, "own_title", "final_seat"
"""How often losers play on, of days on which they can, and what for."""
ALL_LOSERS, BEFORE_FINAL = 0.4, "before_final"
"""How often those of every round before the final play on, of days on which those of the first do."""
OF_SECOND_CHANCE = ("second_chance", "second_chance_losers")
LARGEST_OF_OTHERS = 256


@dataclass(frozen=True)
class Faults:
    """How often a match or an entry meets each fault, as a share of 1."""

    walkover: float
    leaving: float
    disqualification: float
    nobody: float
    ruling: float
    withdrawal: float
    late_entry: float
    correction: float
    undo: float
    redraw: float


@dataclass(frozen=True)
class StagePlan:
    """The rounds before the bracket, and how many go on to it: of groups so many of each."""

    rounds: int
    advance: int
    groups: int | None = None
    """None: Swiss rounds."""
    placement: bool = False
    """Whether places at the tables give points, not a win alone."""


@dataclass(frozen=True)
class Plan:
    """Everything about one tournament that its seed decides."""

    seed: int
    kind: str
    variants: tuple[str, ...]
    entries: int
    table_size: int
    time_limit: int | None
    ranked: bool
    multiplier: int
    house_rules: dict[str, Any]
    clubs: int
    faults: Faults
    game: str = "chama"
    stage: StagePlan | None = None
    """What is played before the bracket; None for the bracket alone."""

    @property
    def name(self) -> str:
        """Return a name that no other seed's tournament has."""
        return f"Endosso {self.seed:07}x"


def plan(seed: int, *, most: int = 4096) -> Plan:
    """Return the plan of a seed, a tournament of Chama with at most `most` entries."""
    rng = Random(f"plan {seed}")
    kind = rng.choice(KINDS)
    table_size = 2 if kind == "duplas" else rng.choice((2, 2, 3, 4, 4))
    entries = _random_size(rng, most)
    people = entries * (2 if kind == "duplas" else 1)
    stage = _stage_plan(seed, entries, 2, table_size)
    made = Plan(
        seed=seed,
        kind=kind,
        variants=tuple(key for key in VARIANTS if rng.random() < 0.25),
        entries=entries,
        table_size=table_size,
        time_limit=rng.choice((None, 25, 40, 40, 60)),
        ranked=people >= 8 and rng.random() < 0.7 and stage is None,
        multiplier=rng.choice((1, 1, 1, 2, 5)),
        house_rules=_random_house_rules(rng, table_size),
        clubs=rng.choice((0, 0, 2, 5)),
        faults=_random_faults(rng),
        stage=stage,
    )
    return _with_second_chance(made, 2)


def any_game_plan(seed: int, *, most: int = 4096) -> Plan:
    """Return the plan of a seed: two of three are of Chama as `plan` makes them, one of another game."""
    rng = Random(f"game {seed}")
    if rng.random() < CHAMA:
        return plan(seed, most=most)
    game, kind, least, largest = rng.choice(OTHERS)
    table_size = rng.randint(least, largest)
    entries = _playable_size(rng, least, table_size, most)
    stage, chama = _stage_plan(seed, entries, least, table_size), plan(seed, most=most)
    other = replace(
        chama,
        game=game,
        kind=kind,
        variants=(),
        table_size=table_size,
        entries=entries,
        ranked=chama.ranked and stage is None,
        stage=stage,
        house_rules={key: value for key, value in chama.house_rules.items() if key not in OF_SECOND_CHANCE},
    )
    return _with_second_chance(other, least)


def _playable_size(rng: Random, least: int, table_size: int, most: int) -> int:
    """Return a random number of entries for which tables of these sizes make a bracket."""
    while True:
        entries = _random_size(rng, min(most, LARGEST_OF_OTHERS))
        if table_size == 2 or default_rounds(entries, least, table_size):
            return entries


def _stage_plan(seed: int, entries: int, least: int, most: int) -> StagePlan | None:
    """Return the stage of a seed, or None; chosen by random numbers of its own, so that all else stays."""
    if not LEAST_STAGED <= entries <= LARGEST_OF_OTHERS:
        return None
    placement = most > 2 and Random(f"placement {seed}").random() < BY_PLACEMENT
    if seed % 8 in GROUPS and least == 2:
        return replace(_groups_plan(Random(f"groups {seed}"), entries, least, most), placement=placement)
    if seed % 8 not in SWISS or 2 < most < 2 * least - 1:
        return None
    rng = Random(f"swiss {seed}")
    return StagePlan(rng.randint(1, 4), rng.choice(ADVANCE), placement=placement)


def _groups_plan(rng: Random, entries: int, least: int, most: int) -> StagePlan:
    """Return a plan of groups of two entries or more, of which as many advance as can play a bracket."""
    groups = rng.randint(2, min(MOST_GROUPS, entries // 2))
    possible = [each for each in OF_EACH if _has_bracket(groups * each, least, most)]
    return StagePlan(rng.randint(1, 4), rng.choice(possible), groups)


def _has_bracket(entries: int, least: int, most: int) -> bool:
    """Return whether so many can play a bracket at tables of these sizes, or are none."""
    return not entries or most == 2 or default_rounds(entries, least, most) is not None


def _with_second_chance(made: Plan, least: int) -> Plan:
    """Return the plan, for some seeds with a second chance, by random numbers of its own."""
    rng = Random(f"second chance {made.seed}")
    third_place = bool(made.house_rules.get("third_place_match"))
    possible = second_chances(made.entries, least, made.table_size, third_place=third_place)
    if made.stage or not possible or rng.random() >= BESIDE:
        return made
    chosen = rng.choice(possible)
    rules = {**made.house_rules, "second_chance": chosen}
    every = () if third_place else second_chances_of_all(made.entries, least, made.table_size)
    if chosen in every and rng.random() < ALL_LOSERS:
        rules["second_chance_losers"] = BEFORE_FINAL
    return replace(made, house_rules=rules, ranked=made.ranked and chosen != FINAL_SEAT)


def second_chances(entries: int, least: int, most: int, *, third_place: bool) -> list[str]:
    """Return what losers of round 1 of the recommended bracket may play for; [] in a larger tournament."""
    if entries > LARGEST_OF_OTHERS:
        return []
    if most == 2:
        first = 1 << (entries - 1).bit_length() - 1
        is_possible = entries - first > 1 and first > 1 + third_place
        return [OWN_TITLE] if is_possible else []
    rounds = default_rounds(entries, least, most) or []
    losers = entries - len(rounds[0]) if rounds else 0
    if len(rounds) < 2 or losers < 2 or default_rounds(losers, least, most, 2) is None:
        return []
    if third_place and rounds == [[2, 2], [2]]:
        return []
    return [OWN_TITLE, FINAL_SEAT] if rounds[-1][0] < most else [OWN_TITLE]


def second_chances_of_all(entries: int, least: int, most: int) -> list[str]:
    """Return what losers of every round before the final may play for; no match for third place is played."""
    rounds = default_rounds(entries, least, most) or [] if most > 2 else _duel_rounds(entries)
    coming = [sum(size - 1 for size in sizes) for sizes in rounds[:-1]]
    if entries > LARGEST_OF_OTHERS or not coming or fewest_tables(coming, least, most) is None:
        return []
    return [OWN_TITLE, FINAL_SEAT] if rounds[-1][0] < most else [OWN_TITLE]


def _duel_rounds(entries: int) -> list[list[int]]:
    """Return the sizes of the tables in each round of duels, byes as tables of one."""
    tables = 1 << (entries - 1).bit_length() - 1
    first = [1] * (2 * tables - entries) + [2] * (entries - tables)
    return [first, *([2] * (tables >> halved) for halved in range(1, tables.bit_length()))]


def _random_size(rng: Random, most: int) -> int:
    """Return a random number of entries up to `most`, mostly a small one."""
    rows = [row for row in SIZES if row[1] <= most]
    _, least, largest = rng.choices(rows, weights=[row[0] for row in rows])[0]
    return rng.randint(least, min(largest, most))


def _random_house_rules(rng: Random, table_size: int) -> dict[str, Any]:
    """Return some of the coordinator's options with other values than the default, by code."""
    chosen: dict[str, Any] = {}
    if rng.random() < 0.2:
        chosen["tie_cut"] = False
    if rng.random() < 0.3:
        chosen["shared_points"] = rng.choice(("higher", "lower"))
    if rng.random() < 0.2:
        chosen["never_played_place"] = True
    if rng.random() < 0.4:
        chosen["empty_seat"] = "lucky_loser"
    if table_size == 2 and rng.random() < 0.4:
        chosen["third_place_match"] = True
    return chosen


def _random_faults(rng: Random) -> Faults:
    """Return shares that are all higher or lower in one tournament."""
    harsh = rng.choice((0.3, 1, 1, 2))
    return Faults(
        walkover=0.06 * harsh,
        leaving=0.12 * harsh,
        disqualification=0.02 * harsh,
        nobody=0.02 * harsh,
        ruling=0.04 * harsh,
        withdrawal=0.04 * harsh,
        late_entry=0.03 * harsh,
        correction=0.08 * harsh,
        undo=0.4,
        redraw=0.05 * harsh,
    )


def write(plans: Iterable[Plan], file: Path) -> None:
    """Write the plans to a file as JSON lines."""
    lines = [json.dumps(asdict(one), sort_keys=True, ensure_ascii=False) for one in plans]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
