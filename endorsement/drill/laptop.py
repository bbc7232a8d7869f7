"""The laptop is lost in mid-day, and the day goes on at another one from the stick."""

import shutil
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from endorsement.drill.day import Drilled, begun, go_on, head_of, played_on, record_one_more
from endorsement.play.console import console, environment
from endorsement.play.day import Day
from operating.backup.journal_file import entries as entries_of
from tests.servers.process import free_port, python_command, wait_until
from tests.servers.site import Site

EVERY_MINUTES = "60"  # between two backups: what is later is in the journal
RESULTS = 8


def laptop_lost(folder: Path, entries: int, *, waits: bool = False) -> Drilled:
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
        with console(environment(folder / "console")) as asked:
            lines, verdicts = played_on(day, folder, asked)
    lost_since = min((one.at for one in acknowledged if one.seq > back), default=killed_at)
    lost = acknowledged[-1].seq - back
    return Drilled(seconds, back + 1, lost, killed_at - lost_since, lines, verdicts)


@dataclass(frozen=True)
class Acknowledged:
    """The record's head as the laptop confirmed it, and when, by this machine's monotonic clock."""

    seq: int
    at: float


def recorded(day: Day) -> list[Acknowledged]:
    """Record one match after the other."""
    done: list[Acknowledged] = []
    while len(done) < RESULTS and day.playable():
        record_one_more(day)
        done.append(Acknowledged(head_of(day), time.monotonic()))
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
    """Return where the record ends by the latest journal's last entry; -1 if there is none."""
    path = max(stick.glob("*.journal"))
    with path.open("rb") as file:
        header = file.readline()
        found = list(entries_of(file, sha256(header).digest()))
    return max((record.seq for record in found[-1].records), default=-1) if found else -1
