"""`python -m tools.endorsement drill [--entries N]`: lose the laptop, then the server's database, in mid-day.

Each day goes on from the backup, and what was lost is entered again. The command prints the figures.
"""

import json
import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from checker import Head
from tests.servers.postgres import installed, postgres
from tests.servers.process import LOOPBACK, free_port, python_command, wait_until
from tests.servers.site import Site
from tools.endorsement.generate.plans import Faults, Plan
from tools.endorsement.play.client import sign_up
from tools.endorsement.play.console import environment, manage
from tools.endorsement.play.day import Day, Staff
from tools.endorsement.section import RecordVerdict, judge_file

NAMES = ("ana", "bruno", "bia")


@dataclass(frozen=True)
class DrillOutcome:
    """How a drill ended.

    `seconds`: from the loss to the first answer. `saved`: how many lines of the record came back. `lost`: how
    many acknowledged ones did not. `lost_seconds`: how long before the loss the first of these was
    acknowledged. `lines`: how many there are in the end; `verdict`: what the checker says of them.
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
    """Return the plan of a plain tournament of Chama in duels, without faults."""
    nothing = Faults(*[0.0] * 10)
    return Plan(
        seed=7, kind="campeonato", variants=(), entries=entries, table_size=2, time_limit=None, ranked=False,
        multiplier=1, house_rules={}, clubs=0, faults=nothing,
    )  # fmt: skip


def begin_day(base: str, entries: int) -> Day:
    """Sign up people, prepare a tournament and play its first round; return the day."""
    clients = [sign_up(base, name) for name in NAMES]
    day = Day(plan(entries), Staff(clients[0], clients[1:], NAMES))
    day.prepare()
    day.play_round()
    return day


def record_one_more(day: Day) -> None:
    """Play one more match and record its sheet."""
    day.play_match(day.boss, day.playable()[0])


def head_of(day: Day) -> int:
    """Return the number of the record's latest line, as the server says it."""
    return int(day.boss.get(day.url("people/"))["head"]["seq"])


def move_clients(day: Day, base: str) -> None:
    """Point the day's clients to another address, with the same keys and without signing in again."""
    for client in (day.boss, *day.staff.judges):
        client.close()
        client.base = base


def play_to_end(day: Day, folder: Path) -> tuple[int, RecordVerdict]:
    """Play all that is left, with what was lost entered again, and store the record in `folder`.

    Return how many lines it has, and the checker's verdict.
    """
    while day.play_round():
        day.done["rounds"] += 1
    day.finish()
    file = folder / "drill.record.jsonl"
    file.write_bytes(day.download())
    head = Head.parse(day.head)
    return head.seq + 1, judge_file(file, head)


EVERY_MINUTES = "60"  # between two backups: what is later is in the journal
RESULTS = 8
ENTRY = struct.Struct(">QQ32s")  # of a journal (ADR 0050): packed and plain length, SHA-256


def lose_laptop(folder: Path, entries: int, *, waits: bool = False) -> DrillOutcome:
    """Play, kill the program, delete the laptop's files, and play on from the backup on the stick.

    `waits`: kill it only once the stick has everything.
    """
    stick, mine, other = folder / "stick", folder / "mine", folder / "other"
    stick.mkdir(parents=True)
    first = laptop(mine, "--backup-to", str(stick), "--backup-minutes", EVERY_MINUTES)
    with first:
        day = begin_day(first.base, entries)
        wait_until(lambda: list(stick.glob("*.journal")), what="a journal")
        acknowledged = record_matches(day)
        if waits:
            wait_until(lambda: newest_head(stick) == acknowledged[-1].seq, what="the journal's last entry")
        first.kill()
        killed_at = time.monotonic()
    shutil.rmtree(mine)
    with laptop(other, "--restore", str(stick)) as second:
        seconds = time.monotonic() - killed_at
        move_clients(day, second.base)
        back = head_of(day)
        lines, verdict = play_to_end(day, folder)
    lost_since = min((one.at for one in acknowledged if one.seq > back), default=killed_at)
    lost = acknowledged[-1].seq - back
    return DrillOutcome(seconds, back + 1, lost, killed_at - lost_since, lines, verdict)


@dataclass(frozen=True)
class AcknowledgedHead:
    """The number of the record's latest line as the laptop confirmed it.

    `at`: when, in seconds of this machine's monotonic clock.
    """

    seq: int
    at: float


def record_matches(day: Day) -> list[AcknowledgedHead]:
    """Record up to `RESULTS` matches, one after the other; return the record's head after each."""
    done: list[AcknowledgedHead] = []
    while len(done) < RESULTS and day.playable():
        record_one_more(day)
        done.append(AcknowledgedHead(head_of(day), time.monotonic()))
    return done


def laptop(data: Path, *options: str) -> Site:
    """Return a laptop's server, not started yet, with a new folder `data`, port and secret key of its own."""
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


def lose_database(folder: Path, entries: int) -> DrillOutcome:
    """Play, dump the database and stop; restore it into a new one, check every record, and play on."""
    folder.mkdir(parents=True, exist_ok=True)
    dump = folder / "chama.dump"
    with postgres() as url:
        environ = environment(folder / "data", DATABASE_URL=url)
        (folder / "data").mkdir()
        manage(environ, "migrate", "--skip-checks", "-v0")
        with web_server(folder, environ) as first:
            day = begin_day(first.base, entries)
            saved = head_of(day)
            run("pg_dump", "--format=custom", "--file", str(dump), libpq_url(url))
            record_one_more(day)
            acknowledged, acknowledged_at = head_of(day), time.monotonic()
        lost_at = time.monotonic()
        new = database_url(url, "restored")
        run("createdb", "--maintenance-db", libpq_url(url), "restored")
        run("pg_restore", "--exit-on-error", "--no-owner", "--dbname", libpq_url(new), str(dump))
        environ["DATABASE_URL"] = new
        manage(environ, "migrate", "--skip-checks", "-v0")
        manage(environ, "check_records")
        with web_server(folder, environ) as second:
            seconds = time.monotonic() - lost_at
            move_clients(day, second.base)
            back = head_of(day)
            if back != saved:
                raise AssertionError(f"the dump ends at {saved}, what came back at {back}")
            lines, verdict = play_to_end(day, folder)
    return DrillOutcome(seconds, back + 1, acknowledged - back, lost_at - acknowledged_at, lines, verdict)


def web_server(folder: Path, environ: dict[str, str]) -> Site:
    """Return web processes as in the image, not started yet.

    Matches are called by hand here, so no worker runs.
    """
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", "2", "--threads", "4", "--log-level", "warning",
    )  # fmt: skip
    return Site("web", command, port, folder, environ)


def database_url(url: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def libpq_url(url: str) -> str:
    """Return the address as PostgreSQL's own programs take it."""
    return urlunsplit(urlsplit(url)._replace(scheme="postgresql"))


def run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs, of the same version as the server. Raises `RuntimeError`."""
    command = [str(installed() / "bin" / program), *arguments]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr}")


LONGEST = 120  # seconds until another laptop goes on
LOST_BY_A_LAPTOP = 2  # seconds of acknowledged results
DRILLS: dict[str, Callable[[Path, int], DrillOutcome]] = {
    "the laptop is lost, another goes on from the stick": lose_laptop,
    "PostgreSQL is lost, a new database goes on from a dump": lose_database,
}


def main(arguments: Sequence[str]) -> int:
    """Run both drills and print their outcomes; return the exit code.

    0 if each played on in `LONGEST` seconds with a sound record, and the laptop lost no more than it may.
    """
    parser = ArgumentParser(prog="python -m tools.endorsement drill", description=__doc__)
    parser.add_argument("--entries", type=int, default=64, help="how large the tournament is")
    entries = parser.parse_args(arguments).entries
    passed = True
    with tempfile.TemporaryDirectory(prefix="chama-drill-") as name:
        for number, (what, drill) in enumerate(DRILLS.items()):
            done = drill(Path(name) / str(number), entries)
            passed &= done.verdict.sound and done.seconds < LONGEST
            passed &= drill is not lose_laptop or done.lost_seconds <= LOST_BY_A_LAPTOP
            print(f"{what}: {done}", flush=True)
    return 0 if passed else 1
