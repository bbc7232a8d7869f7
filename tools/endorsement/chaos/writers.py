"""Eight judges write to the SQLite of a laptop at once: no answer says that it is locked."""

from pathlib import Path

from tools.endorsement.chaos.field import playing
from tools.endorsement.play.arena import gathered, opened
from tools.endorsement.play.client import Refusal
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.section import Section

WRITERS = 8
LOCKED = "database is locked"


def writers(section: Section, base: str, entries: int, seed: int, folder: Path, log: Path) -> None:
    """Play a whole tournament by eight writers; any answer that is no success is a fault."""
    people = gathered(base, WRITERS, f"w{seed}x")
    arena = opened(people, "Oito Mãos", entries=entries, tables=entries // 2, seed=seed)
    crowd = Crowd(arena, people.judges, seed, states=("ready", "called", "playing"))
    try:
        with playing(crowd):
            crowd.wait()
    except Refusal as problem:
        section.faults.append(str(problem))
    record, head = arena.record(), arena.head()
    locked = log.read_text(errors="replace").count(LOCKED)
    section.faults += [*crowd.faults, *crowd.compared(record, crowd.acknowledged)]
    section.faults += [f"“{LOCKED}” {locked} times in {log}"] if locked else []
    section.counts.append(
        f"{len(crowd.acknowledged)} results by {WRITERS} writers at once on SQLite, “{LOCKED}” {locked} times"
    )
    section.judge(record, head, folder / "writers.record.jsonl")
