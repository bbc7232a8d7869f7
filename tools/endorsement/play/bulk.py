"""Thousands of tournaments through `manage.py simulate`: the product plays, we choose and check."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from checker import Head
from tools.endorsement.generate.plans import Plan
from tools.endorsement.play.console import Console
from tools.endorsement.section import RecordVerdict, judged

OFTEN, RARELY = 30, 3  # percent of the matches
EXTRAS = 6  # percent
LARGE, SMALL = 256, 64  # entries


@dataclass(frozen=True)
class PlayedTournament:
    """A plan with the record that came of it; no record if the product refused or failed."""

    plan: Plan
    record: Path | None
    verdict: RecordVerdict | None
    said: str
    done: Counter[str] = field(default_factory=Counter)

    @property
    def unexplained(self) -> bool:
        """A record that is faulty, or none at all."""
        return self.verdict is None or not self.verdict.sound


def play(plans: Iterable[Plan], console: Console, folder: Path) -> Iterator[PlayedTournament]:
    """Each plan played and checked."""
    for plan in plans:
        yield _play(plan, console, folder / str(plan.seed))


def _play(plan: Plan, console: Console, folder: Path) -> PlayedTournament:
    code, said = console.run("simulate", *arguments(plan, folder))
    records = sorted(folder.glob("*.record.jsonl"))
    head = re.search(r"^head (\S+)$", said, re.MULTILINE)
    if code or len(records) != 1 or head is None:
        return PlayedTournament(plan, None, None, said)
    return PlayedTournament(plan, records[0], judged(records[0], Head.parse(head[1])), said)


def arguments(plan: Plan, folder: Path) -> list[str]:
    """What `simulate` is told of a plan."""
    variants = [word for variant in plan.variants for word in ("--variant", variant)]
    return [
        "--game", plan.game, "--type", plan.kind, *variants, "--entries", str(plan.entries),
        "--table-size", str(plan.table_size), "--time-limit", str(plan.time_limit or 0),
        "--seed", str(plan.seed), "--name", plan.name, "--out", str(folder), "--faults", str(faults(plan)),
        "--extras", str(extras(plan)), *(["--follows"] if follows(plan) else []), *swiss(plan),
    ]  # fmt: skip


def faults(plan: Plan) -> int:
    """After how many matches of 100 something goes wrong: in every other tournament, in large ones rarely.

    What would change there is looked at before each mishap, which takes longer the larger they are.
    """
    if plan.seed % 2:
        return 0
    return OFTEN if plan.entries <= LARGE else RARELY


def extras(plan: Plan) -> int:
    """How often other things happen, in percent: in two of three tournaments."""
    return EXTRAS if plan.seed % 3 else 0


def follows(plan: Plan) -> bool:
    """Whether the same people played in the season before; small ones only, since that plays them twice."""
    return plan.seed % 5 == 0 and plan.entries <= SMALL and plan.swiss is None


def swiss(plan: Plan) -> list[str]:
    """The Swiss rounds before the bracket."""
    if plan.swiss is None:
        return []
    rounds, advance = plan.swiss
    return ["--rounds", str(rounds), "--advance", str(advance)]
