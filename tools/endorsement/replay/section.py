"""Repeating as a part of the endorsement."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.endorsement.description import Route, write_routes
from tools.endorsement.play.arena import Arena, gathered
from tools.endorsement.play.client import Answer, Client
from tools.endorsement.play.console import Console
from tools.endorsement.replay import by_hand, day, others, rounds, tables
from tools.endorsement.replay.stage import Stage, Write, steps
from tools.endorsement.section import Section

TIMES, AT_ONCE = 5, 3
__all__ = ["by_hand", "day", "others", "replay", "rounds", "tables"]


def replay(section: Section, base: str, seed: int, folder: Path, console: Console) -> None:
    """The day of `tools/endorsement/replay/day.py` and what others need, each write of it five times."""
    stage = Stage(base, gathered(base, 2, f"r{seed}x"), seed, console)
    routes, planned = write_routes(), dict(steps())
    section.faults += missing()
    done = 0
    for operation, act in planned.items():
        if operation in routes:
            section.faults += _step(stage, routes[operation], act(stage))
            done += 1
    section.counts.append(f"{done} write routes, each called {TIMES} times, {AT_ONCE} of them at once")
    arena = Arena(stage.boss, f"tournaments/{stage.known['create_tournament']['slug']}/")
    section.judge(arena.record(), arena.head(), folder / "replay.record.jsonl")


def missing() -> list[str]:
    """Return routes without a step, and steps whose route is gone."""
    routes, planned = write_routes().keys(), dict(steps()).keys()
    without = [
        f"no step for {operation}: write one in tools/endorsement/replay/" for operation in routes - planned
    ]
    return without + [f"no route {operation}" for operation in planned - routes]


def _step(stage: Stage, route: Route, write: Write) -> list[str]:
    if not route.pattern.fullmatch(write.path):
        return [f"{route.operation}: {write.path} is no {route.path}"]
    before = _acts(stage)
    answers = _five(route, write, f"{route.operation}-{stage.seed}")
    stage.known[route.operation] = answers[0].body
    return [f"{route.operation}: {what}" for what in (*_wrong(route, write, answers), *_more(stage, before))]


def _five(route: Route, write: Write, key: str) -> list[Answer]:
    clients = [Client(write.client.base, write.client.token) for _ in range(TIMES)]
    given = key if route.keyed else None
    headers = {"table_pass": write.table_pass} if write.table_pass else {}

    def call(client: Client) -> Answer:
        return client.call(route.verb, write.path, write.body, given, **headers)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        first = list(pool.map(call, clients[:AT_ONCE]))
    return [*first, *map(call, clients[AT_ONCE:])]


def _wrong(route: Route, write: Write, answers: Sequence[Answer]) -> list[str]:
    """Five equal successes of which one is no repetition; or refusals as they were foretold."""
    refused = [answer for answer in answers if not answer.ok]
    if any(write.refusal not in answer.codes or not write.refusal for answer in refused):
        return [f"{answer.status} {answer.raw[:200]!r}" for answer in refused]
    if refused:
        return []
    alike = write.varies or len({(x.status, x.raw) for x in answers}) == 1
    found = [] if alike else ["answers differ"]
    originals = sum(answer.headers.get("idempotency-replayed") != "true" for answer in answers)
    if route.keyed and originals != 1:
        found.append(f"{originals} of {len(answers)} are no repetitions")
    return found


def _acts(stage: Stage) -> Mapping[str, int]:
    """How many acts of people the record has, by tournament; all lines of one act bear the same time."""
    if not stage.path:
        return {}
    lines = map(json.loads, Arena(stage.boss, stage.path).record().splitlines())
    return {stage.path: len({(line["at"], line["by"]) for line in lines if line["by"] != "system"})}


def _more(stage: Stage, before: Mapping[str, int]) -> list[str]:
    after = _acts(stage)
    return [f"{after[path] - count} acts" for path, count in before.items() if after[path] - count > 1]
