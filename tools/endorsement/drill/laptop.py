"""The laptop is lost in mid-day, and the day goes on at another one from the stick."""

import json
import shutil
import struct
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from tests.servers.process import free_port, python_command, wait_until
from tests.servers.site import Site
from tools.endorsement.drill.day import DrillOutcome, begun, go_on, head_of, played_on, record_one_more
from tools.endorsement.play.console import environment
from tools.endorsement.play.day import Day

EVERY_MINUTES = "60"  # between two backups: what is later is in the journal
RESULTS = 8
ENTRY = struct.Struct(">QQ32s")  # of a journal (ADR 0050): packed and plain length, SHA-256


def laptop_lost(folder: Path, entries: int, *, waits: bool = False) -> DrillOutcome:
    """Play, kill the program, lose the machine with all its files, go on from what the stick holds.

    `waits`: not before the stick has everything.
    """
    stick, mine, other = folder / "stick", folder / "mine", folder / "other"
    stick.mkdir(parents=True)
    first = laptop(mine, "--backup-to", str(stick), "--backup-minutes", EVERY_MINUTES)
    with first:
        day = begun(first.base, entries)
        wait_until(lambda: list(stick.glob("*.journal")), what="a journal")
        acknowledged = recorded(day)
        if waits:
            wait_until(lambda: newest_head(stick) == acknowledged[-1].seq, what="the journal's last entry")
        first.kill()
        killed_at = time.monotonic()
    shutil.rmtree(mine)
    with laptop(other, "--restore", str(stick)) as second:
        seconds = time.monotonic() - killed_at
        go_on(day, second.base)
        back = head_of(day)
        lines, verdict = played_on(day, folder)
    lost_since = min((one.at for one in acknowledged if one.seq > back), default=killed_at)
    lost = acknowledged[-1].seq - back
    return DrillOutcome(seconds, back + 1, lost, killed_at - lost_since, lines, verdict)


@dataclass(frozen=True)
class AcknowledgedHead:
    """The record's head as the laptop confirmed it, and when, by this machine's monotonic clock."""

    seq: int
    at: float


def recorded(day: Day) -> list[AcknowledgedHead]:
    """Record one match after the other."""
    done: list[AcknowledgedHead] = []
    while len(done) < RESULTS and day.playable():
        record_one_more(day)
        done.append(AcknowledgedHead(head_of(day), time.monotonic()))
    return done


def laptop(data: Path, *options: str) -> Site:
    """A machine of its own: its data, its port, its own secret key; not yet started."""
    data.mkdir(mode=0o700)
    port = free_port()
    environ = environment(data, PYTHONUNBUFFERED="1")
    del environ["SECRET_KEY"]
    command = python_command("manage.py", "serve", "--port", str(port), *options)
    return Site("serve", command, port, data, environ)


def newest_head(stick: Path) -> int:
    """Return where the record ends by the latest whole entry of the latest journal; -1 if there is none."""
    content, head = max(stick.glob("*.journal")).read_bytes(), -1
    at = content.find(b"\n") + 1
    while len(content) >= at + ENTRY.size:
        size, _, _ = ENTRY.unpack_from(content, at)
        packed = content[at + ENTRY.size : at + ENTRY.size + size]
        if len(packed) < size:
            break
        told = json.loads(zlib.decompress(packed).partition(b"\n")[0])
        head = max((record["seq"] for record in told["records"]), default=-1)
        at += ENTRY.size + size
    return head
