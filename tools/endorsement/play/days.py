"""Several tournaments at once over HTTP, each with its own staff, all checked."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from checker import Head
from tools.endorsement.generate.plans import Plan
from tools.endorsement.play import differing, mending
from tools.endorsement.play.bulk import PlayedTournament
from tools.endorsement.play.client import Refusal, sign_up
from tools.endorsement.play.day import Day, Staff, table_of
from tools.endorsement.section import judge_file

JUDGES = 3
SHEETS = 25  # judged by both, for each tournament


class PlayedDay(NamedTuple):
    """A day that was played, and the file of its record; None if it failed."""

    day: Day
    file: Path | None
    said: str
    """What happened how often, in words; of a failed day the error, and the file with its record so far."""


def play(base: str, plans: Sequence[Plan], folder: Path, *, at_once: int = 2) -> Iterator[PlayedTournament]:
    """Play the plans over HTTP, `at_once` in parallel, and yield each with the checker's verdict."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(at_once) as pool:
        shares = [plans[number::at_once] for number in range(at_once)]
        days = [pool.submit(_play_share, base, number, share, folder) for number, share in enumerate(shares)]
        for future in days:
            for day, file, said in future.result():
                verdict = judge_file(file, Head.parse(day.head)) if file else None
                yield PlayedTournament(day.plan, file, verdict, said, day.done)


def _play_share(base: str, number: int, plans: Sequence[Plan], folder: Path) -> list[PlayedDay]:
    """Sign up a staff and play these plans one after the other; `number` is a part of all user names."""
    names = [f"{role}{number}" for role in ("ana", *(f"bruno{judge}x" for judge in range(JUDGES)))]
    clients = [sign_up(base, name) for name in names]
    staff = Staff(clients[0], clients[1:], names)
    return [_play_and_save(Day(plan, staff), folder) for plan in plans]


def _save_record(day: Day, folder: Path) -> str:
    """Fetch and write the record of a day that failed; return the file's path."""
    record = day.boss.call("GET", day.url("record/"))
    file = folder / f"{day.plan.seed}.refused.jsonl"
    file.write_bytes(record.raw)
    return str(file)


def _play_tournament(day: Day) -> None:
    """Play a day from its creation to its end; now and then reopen it and play on."""
    day.prepare()
    _compare_verdicts(day)
    _play_rounds(day)
    day.finish()
    if day.rng("reopen").random() < day.plan.faults.correction * 2:
        mending.after_the_finish(day)
        _play_rounds(day)
        day.finish()


def _compare_verdicts(day: Day) -> None:
    """Check random sheets of the first match by the product and by our rules.

    Raises `AssertionError` with those that only one of them takes.
    """
    match = day.playable()[0]
    if len(table_of(day.plan.kind, match).sides) > 1:
        found = differing.disagreements(day, day.start_and_read(match), SHEETS)
        if found:
            raise AssertionError("\n".join(found))


def _play_rounds(day: Day) -> None:
    """Play all that is left, with random changes before and after each round."""
    mending.between_rounds(day)
    while day.play_round() or day.draw_next():
        day.done["rounds"] += 1
        mending.between_rounds(day)


def _play_and_save(day: Day, folder: Path) -> PlayedDay:
    """Play a day and write its record into the folder; of a failed one under another name."""
    try:
        _play_tournament(day)
        record = day.download()
    except (Refusal, AssertionError) as problem:
        return PlayedDay(day, None, f"{problem}\n  {_save_record(day, folder)}")
    file = folder / f"{day.plan.seed}.record.jsonl"
    file.write_bytes(record)
    said = ", ".join(f"{what} {times}" for what, times in sorted(day.done.items()))
    return PlayedDay(day, file, said)
