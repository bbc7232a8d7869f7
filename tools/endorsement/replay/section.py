"""Repetition as a part of the endorsement: each write route is called five times with one key."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.endorsement.description import Route, write_routes
from tools.endorsement.play.arena import Arena, sign_up_people
from tools.endorsement.play.client import Answer, Client
from tools.endorsement.play.console import Console
from tools.endorsement.replay import by_hand, day, others, rounds, tables
from tools.endorsement.replay.stage import Stage, Write, steps
from tools.endorsement.section import Section

TIMES, AT_ONCE = 5, 3
__all__ = ["by_hand", "day", "others", "replay", "rounds", "tables"]


def replay(section: Section, base: str, seed: int, folder: Path, console: Console) -> None:
    """Make the calls of all steps, each five times, and check the record of the first tournament.

    Adds counts and faults to the section.
    """
    stage = Stage(base, sign_up_people(base, 2, f"r{seed}x"), seed, console)
    routes, planned = write_routes(), dict(steps())
    section.faults += missing()
    done = 0
    for name, act in planned.items():
        operation = name.partition(" ")[0]
        if operation in routes:
            section.faults += _run_step(stage, name, routes[operation], act(stage))
            done += 1
    section.counts.append(f"{done} write routes, each called {TIMES} times, {AT_ONCE} of them at once")
    arena = Arena(stage.boss, f"tournaments/{stage.known['create_tournament']['slug']}/")
    section.judge(arena.fetch_record(), arena.fetch_head(), folder / "replay.record.jsonl")


def missing() -> list[str]:
    """Return routes without a step, and steps whose route is gone."""
    routes, planned = write_routes().keys(), {name.partition(" ")[0] for name, _ in steps()}
    without = [
        f"no step for {operation}: write one in tools/endorsement/replay/" for operation in routes - planned
    ]
    return without + [f"no route {operation}" for operation in planned - routes]


def _run_step(stage: Stage, name: str, route: Route, write: Write) -> list[str]:
    """Make the call five times, put the first answer into `stage.known`, and return what is wrong."""
    if not route.pattern.fullmatch(write.path):
        return [f"{route.operation}: {write.path} is no {route.path}"]
    before = _count_acts(stage)
    answers = _call_five_times(route, write, f"{name.replace(' ', '-')}-{stage.seed}")
    stage.known[route.operation] = answers[0].body
    faults = (*_answer_faults(route, write, answers), *_repeated_acts(stage, before))
    return [f"{route.operation}: {fault}" for fault in faults]


def _call_five_times(route: Route, write: Write, key: str) -> list[Answer]:
    """Make the call three times at once, then twice more, under one key if the route takes one."""
    clients = [Client(write.client.base, write.client.token) for _ in range(TIMES)]
    given = key if route.keyed else None
    headers = {"table_pass": write.table_pass} if write.table_pass else {}

    def call(client: Client) -> Answer:
        return client.call(route.verb, write.path, write.body, given, **headers)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        first = list(pool.map(call, clients[:AT_ONCE]))
    return [*first, *map(call, clients[AT_ONCE:])]


def _answer_faults(route: Route, write: Write, answers: Sequence[Answer]) -> list[str]:
    """Return what is wrong; nothing if all five succeed alike and one is no repetition.

    Nothing also if some are refused, with the code that `write` names.
    """
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


def _count_acts(stage: Stage) -> Mapping[str, int]:
    """Return how many acts of people the record has, by the tournament's path; {} without a tournament.

    All lines of one act bear the same time.
    """
    if not stage.path:
        return {}
    lines = map(json.loads, Arena(stage.boss, stage.path).fetch_record().splitlines())
    return {stage.path: len({(line["at"], line["by"]) for line in lines if line["by"] != "system"})}


def _repeated_acts(stage: Stage, before: Mapping[str, int]) -> list[str]:
    """Return a line for each tournament whose record has more than one act more than before."""
    after = _count_acts(stage)
    return [f"{after[path] - count} acts" for path, count in before.items() if after[path] - count > 1]
