"""Thousands of tournaments through `manage.py simulate`: the product plays, we choose and check."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from checker import Head
from tools.endorsement.generate.plans import OF_SECOND_CHANCE, Plan
from tools.endorsement.play.console import Console
from tools.endorsement.section import RecordVerdict, judge_file

OFTEN, RARELY = 30, 3  # percent of the matches
EXTRAS = 6  # percent
LARGE, SMALL = 256, 64  # entries


@dataclass(frozen=True)
class PlayedTournament:
    """A plan with the record that came of it; record and verdict are None if the product refused or failed.

    `said`: what the product printed, or counts or an error in words. `done`: how often what happened.
    """

    plan: Plan
    record: Path | None
    verdict: RecordVerdict | None
    said: str
    done: Counter[str] = field(default_factory=Counter)

    @property
    def unexplained(self) -> bool:
        """Return whether the record is unsound, or there is none."""
        return self.verdict is None or not self.verdict.sound


def play(plans: Iterable[Plan], console: Console, folder: Path) -> Iterator[PlayedTournament]:
    """Play each plan with `manage.py simulate`, check its record, and yield the outcome."""
    for plan in plans:
        yield _play_plan(plan, console, folder / str(plan.seed))


def _play_plan(plan: Plan, console: Console, folder: Path) -> PlayedTournament:
    """Play one plan; the folder must be empty, since its only record is the plan's."""
    code, said = console.run("simulate", *arguments(plan, folder))
    records = sorted(folder.glob("*.record.jsonl"))
    head = re.search(r"^head (\S+)$", said, re.MULTILINE)
    if code or len(records) != 1 or head is None:
        return PlayedTournament(plan, None, None, said)
    return PlayedTournament(plan, records[0], judge_file(records[0], Head.parse(head[1])), said)


def arguments(plan: Plan, folder: Path) -> list[str]:
    """Return the arguments of `simulate` for a plan."""
    variants = [word for variant in plan.variants for word in ("--variant", variant)]
    return [
        "--game", plan.game, "--type", plan.kind, *variants, "--entries", str(plan.entries),
        "--table-size", str(plan.table_size), "--time-limit", str(plan.time_limit or 0),
        "--seed", str(plan.seed), "--name", plan.name, "--out", str(folder),
        "--faults", str(fault_percent(plan)), "--extras", str(extra_percent(plan)),
        *(["--follows"] if has_season_before(plan) else []), *stage_arguments(plan),
        *second_chance_arguments(plan),
    ]  # fmt: skip


def fault_percent(plan: Plan) -> int:
    """Return after how many matches of 100 something goes wrong; 0 in every other tournament.

    Rarely in large ones, because `simulate` previews each fault first, which takes longer there.
    """
    if plan.seed % 2:
        return 0
    return OFTEN if plan.entries <= LARGE else RARELY


def extra_percent(plan: Plan) -> int:
    """Return how often other things happen, in percent; 0 in every third tournament."""
    return EXTRAS if plan.seed % 3 else 0


def has_season_before(plan: Plan) -> bool:
    """Return whether the same people played in the season before.

    Only in some small tournaments, since that plays them twice.
    """
    return plan.seed % 5 == 0 and plan.entries <= SMALL and plan.stage is None


def stage_arguments(plan: Plan) -> list[str]:
    """Return the arguments for Swiss rounds or groups before the bracket; [] without them."""
    if plan.stage is None:
        return []
    groups = ["--groups", str(plan.stage.groups)] if plan.stage.groups else []
    placement = ["--placement"] if plan.stage.placement else []
    numbers = ["--rounds", str(plan.stage.rounds), "--advance", str(plan.stage.advance)]
    return [*groups, *numbers, *placement]


def second_chance_arguments(plan: Plan) -> list[str]:
    """Return the arguments for what losers play for, and which of them; [] without a second chance."""
    chosen, losers = (plan.house_rules.get(key) for key in OF_SECOND_CHANCE)
    return [*(["--second-chance", chosen] if chosen else []), *(["--losers", losers] if losers else [])]
