"""A plan of a tournament from a seed: type, size, options, and how often something goes wrong."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from checker.draw.shape_search import default_rounds

KINDS = ("campeonato", "guerrilha", "duplas", "conquistadores")
VARIANTS = ("aliados", "calouro-do-chacrinha", "xisum")
SIZES = ((62, 2, 12), (26, 13, 32), (9.6, 33, 64), (2, 65, 256), (0.3, 257, 1024), (0.1, 1025, 4096))
"""Weight, smallest, largest number of entries."""
OTHERS = (
    ("castelo", "duelo", 2, 2), ("castelo", "duplas", 2, 2), ("castelo", "duplas-cooperativo", 2, 2),
    ("castelo", "imortal", 3, 8), ("hermetica", "duelo", 2, 2), ("jogo-dos-reinos", "reinos", 4, 8),
    ("jogo-dos-reinos", "reinos", 4, 8),
)  # fmt: skip
"""Types of the other games with the fewest and the most entries at their tables."""
CHAMA = 2 / 3
STAGED, LEAST_STAGED = 4, 8
"""One tournament of so many has Swiss rounds before the bracket, if it has so many entries or more."""
ADVANCE = (4, 0, 8)
LARGEST_OF_OTHERS = 256


@dataclass(frozen=True)
class Faults:
    """How often a match or an entry meets each fault, as a share of 1."""

    walkover: float
    leaving: float
    disqualification: float
    nobody: float
    ruling: float
    tie: float
    withdrawal: float
    late_entry: float
    correction: float
    undo: float
    redraw: float


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
    swiss: tuple[int, int] | None = None
    """How many Swiss rounds before the bracket, and how many entries go on to it."""

    @property
    def name(self) -> str:
        """A name of its own."""
        return f"Endosso {self.seed:07}x"


def plan(seed: int, *, most: int = 4096) -> Plan:
    """The plan of a seed, with at most so many entries."""
    rng = Random(f"plan {seed}")
    kind = rng.choice(KINDS)
    table_size = 2 if kind == "duplas" else rng.choice((2, 2, 3, 4, 4))
    entries = _size(rng, most)
    people = entries * (2 if kind == "duplas" else 1)
    swiss = _swiss(seed, entries)
    return Plan(
        seed=seed,
        kind=kind,
        variants=tuple(key for key in VARIANTS if rng.random() < 0.25),
        entries=entries,
        table_size=table_size,
        time_limit=rng.choice((None, 25, 40, 40, 60)),
        ranked=people >= 8 and rng.random() < 0.7 and swiss is None,
        multiplier=rng.choice((1, 1, 1, 2, 5)),
        house_rules=_options(rng, table_size),
        clubs=rng.choice((0, 0, 2, 5)),
        faults=_faults(rng),
        swiss=swiss,
    )


def of_any_game(seed: int, *, most: int = 4096) -> Plan:
    """The plan of a seed: of Chama as `plan` says, of every other game in one of three."""
    rng = Random(f"game {seed}")
    if rng.random() < CHAMA:
        return plan(seed, most=most)
    game, kind, least, largest = rng.choice(OTHERS)
    table_size = rng.randint(least, largest)
    entries = _possible(rng, least, table_size, most)
    return replace(
        plan(seed, most=most),
        game=game,
        kind=kind,
        variants=(),
        table_size=table_size,
        entries=entries,
        swiss=_swiss(seed, entries) if table_size == 2 or table_size >= 2 * least - 1 else None,
    )


def _possible(rng: Random, least: int, table_size: int, most: int) -> int:
    while True:
        entries = _size(rng, min(most, LARGEST_OF_OTHERS))
        if table_size == 2 or default_rounds(entries, least, table_size):
            return entries


def _swiss(seed: int, entries: int) -> tuple[int, int] | None:
    """The Swiss rounds of a seed, chosen by numbers of their own so that all else stays as it was."""
    if seed % STAGED or not LEAST_STAGED <= entries <= LARGEST_OF_OTHERS:
        return None
    rng = Random(f"swiss {seed}")
    return rng.randint(1, 4), rng.choice(ADVANCE)


def _size(rng: Random, most: int) -> int:
    rows = [row for row in SIZES if row[1] <= most]
    _, least, largest = rng.choices(rows, weights=[row[0] for row in rows])[0]
    return rng.randint(least, min(largest, most))


def _options(rng: Random, table_size: int) -> dict[str, Any]:
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


def _faults(rng: Random) -> Faults:
    harsh = rng.choice((0.3, 1, 1, 2))
    return Faults(
        walkover=0.06 * harsh,
        leaving=0.12 * harsh,
        disqualification=0.02 * harsh,
        nobody=0.02 * harsh,
        ruling=0.04 * harsh,
        tie=0.1 * harsh,
        withdrawal=0.04 * harsh,
        late_entry=0.03 * harsh,
        correction=0.08 * harsh,
        undo=0.4,
        redraw=0.05 * harsh,
    )


def write(plans: Iterable[Plan], file: Path) -> None:
    """One plan a line, before anything is played."""
    lines = [json.dumps(asdict(one), sort_keys=True, ensure_ascii=False) for one in plans]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
