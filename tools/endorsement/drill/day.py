"""The day that a drill interrupts: played until something is lost, and on from what came back."""

from dataclasses import dataclass
from pathlib import Path

from checker import Head
from tools.endorsement.generate.plans import Faults, Plan
from tools.endorsement.play.client import sign_up
from tools.endorsement.play.day import Day, Staff
from tools.endorsement.play.verdict import RecordVerdict, judged

NAMES = ("ana", "bruno", "bia")


@dataclass(frozen=True)
class DrillOutcome:
    """How a drill ended.

    `lost` is how many acknowledged lines of the record did not come back, `lost_seconds` how long before the
    loss the first of them was acknowledged.
    """

    seconds: float
    saved: int
    lost: int
    lost_seconds: float
    lines: int
    verdict: RecordVerdict

    def __str__(self) -> str:
        sound = "sound" if self.verdict.sound else f"NOT SOUND: {self.verdict}"
        return (
            f"{self.seconds:.1f} s from the loss to the first answer; {self.saved} lines came back, "
            f"{self.lost} of the last {self.lost_seconds:.1f} s were lost; played on to "
            f"{self.lines} lines, {sound}"
        )


def plan(entries: int) -> Plan:
    """A plain tournament of Chama in duels, without anything that goes wrong by itself."""
    nothing = Faults(*[0.0] * 11)
    return Plan(
        seed=7, kind="campeonato", variants=(), entries=entries, table_size=2, time_limit=None, ranked=False,
        multiplier=1, house_rules={}, clubs=0, faults=nothing,
    )  # fmt: skip


def begun(base: str, entries: int) -> Day:
    """A day whose first round is played, by people who sign up here."""
    clients = [sign_up(base, name) for name in NAMES]
    day = Day(plan(entries), Staff(clients[0], clients[1:], NAMES))
    day.prepare()
    day.play_round()
    return day


def record_one_more(day: Day) -> None:
    """A match that no backup will have."""
    day.play_match(day.boss, day.playable()[0])


def head_of(day: Day) -> int:
    """The number of the latest line that was acknowledged."""
    return int(day.boss.get(day.url("people/"))["head"]["seq"])


def go_on(day: Day, base: str) -> None:
    """Move to another address with the same keys, without signing in again."""
    for client in (day.boss, *day.staff.judges):
        client.close()
        client.base = base


def played_on(day: Day, folder: Path) -> tuple[int, RecordVerdict]:
    """Everything that is left, with what was lost entered again; the record's lines, and the verdict."""
    while day.play_round():
        day.done["rounds"] += 1
    day.finish()
    file = folder / "drill.record.jsonl"
    file.write_bytes(day.download())
    head = Head.parse(day.head)
    return head.seq + 1, judged(file, head)
