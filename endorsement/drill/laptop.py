"""The laptop is lost in mid-day, and the day goes on at another one from the stick."""

import json
import shutil
import time
import zipfile
from pathlib import Path

from endorsement.drill.day import Drilled, begun, go_on, head_of, played_on, record_one_more
from endorsement.play.console import console, environment
from tests.servers.process import free_port, python_command, wait_until
from tests.servers.site import Site

EVERY_MINUTES = "0.05"  # every three seconds


def laptop_lost(folder: Path, entries: int) -> Drilled:
    """Play, lose the machine with all its files, go on from what the stick holds."""
    stick, mine, other = folder / "stick", folder / "mine", folder / "other"
    stick.mkdir(parents=True)
    first = laptop(mine, "--backup-to", str(stick), "--backup-minutes", EVERY_MINUTES)
    with first:
        day = begun(first.base, entries)
        saved = head_of(day)
        wait_until(lambda: newest_head(stick) >= saved, what="a backup of the first round")
        record_one_more(day)
        acknowledged = head_of(day)
        first.kill()
    kept = newest_head(stick)
    shutil.rmtree(mine)
    lost_at = time.monotonic()
    with laptop(other, "--restore", str(stick)) as second:
        seconds = time.monotonic() - lost_at
        go_on(day, second.base)
        back = head_of(day)
        if back != kept:
            raise AssertionError(f"the backup ends at {kept}, what came back at {back}")
        with console(environment(folder / "console")) as asked:
            lines, verdicts = played_on(day, folder, asked)
    return Drilled(seconds, back + 1, acknowledged - back, lines, verdicts)


def laptop(data: Path, *options: str) -> Site:
    """A machine of its own: its data, its port, its own secret key; not yet started."""
    data.mkdir(mode=0o700)
    port = free_port()
    environ = environment(data, PYTHONUNBUFFERED="1")
    del environ["SECRET_KEY"]
    command = python_command("manage.py", "serve", "--port", str(port), *options)
    return Site("serve", command, port, data, environ)


def newest_head(stick: Path) -> int:
    """Where the record ends in the latest backup, as its manifest says; -1 where there is none."""
    found = sorted(stick.glob("chama-*.zip"))
    if not found:
        return -1
    with zipfile.ZipFile(found[-1]) as archive:
        records = json.loads(archive.read("manifest.json"))["records"]
    return max((record["seq"] for record in records), default=-1)
