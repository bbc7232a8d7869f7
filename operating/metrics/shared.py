"""Several processes of one host: each writes its counts into a file of its own, a reader adds up all files.

A counter may never fall: what a process that is gone has counted is folded into `past.json` by the next one
that begins, so there are few files and nothing is lost but the last seconds of one that was killed.
"""

import json
import os
import threading
import time
from collections import Counter as Sums
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from django.conf import settings

from core.private import FAILURES, held, write
from core.private import folder as private_folder
from operating.metrics.registry import Sample, everything

PAST = "past.json"
WRITE_SECONDS = 2
GONE_SECONDS = 300  # a living process writes at least every minute
ALIVE_SECONDS = 60
FOLD_SECONDS = 10


class Writer:
    """Writes this process's counts down, from its first count on; a child of a fork begins its own."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pid = 0
        self._path = Path()

    def begin(self) -> None:
        """Start writing where this process does not yet."""
        if self._pid == os.getpid():
            return
        with self._guard:
            if self._pid == os.getpid():
                return
            self._pid = os.getpid()
        with suppress(*FAILURES):
            self._path = folder() / f"{self._pid}-{token_hex(4)}.json"
            fold()
            threading.Thread(target=self._write, name="metrics", daemon=True).start()

    def _write(self) -> None:
        before: dict[Sample, float] = {}
        at = 0.0
        while True:
            now = counts()
            if now != before or time.monotonic() - at > ALIVE_SECONDS:
                with suppress(OSError):
                    write(self._path, packed(now))
                    before, at = now, time.monotonic()
            time.sleep(WRITE_SECONDS)

    def is_own(self, path: Path) -> bool:
        """Whether this process writes that file: it knows better what it holds."""
        return self._pid == os.getpid() and path == self._path


writer = Writer()


def folder() -> Path:
    """Where the processes of this host meet."""
    return private_folder(settings.DATA_DIR / "metrics")


def counts() -> dict[Sample, float]:
    """What this process has counted."""
    return {sample: number for counter in everything for sample, number in counter.values().items()}


def total() -> dict[Sample, float]:
    """What all processes of this host have counted."""
    sums: Sums[Sample] = Sums(counts())
    with suppress(*FAILURES):
        sums.update(_sum(path for path in folder().glob("*.json") if not writer.is_own(path)))
    return dict(sums)


def fold() -> None:
    """Add what processes that are gone have counted to what was before."""
    here = folder()
    with held(here / "fold.lock", FOLD_SECONDS):
        gone = [path for path in here.glob("*-*.json") if time.time() - path.stat().st_mtime > GONE_SECONDS]
        if not gone:
            return
        write(here / PAST, packed(_sum([here / PAST, *gone])))
        for path in gone:
            path.unlink(missing_ok=True)


def packed(values: dict[Sample, float]) -> bytes:
    """Samples as a file."""
    return json.dumps([[name, labels, number] for (name, labels), number in values.items()]).encode()


def _sample(row: tuple[str, list[str], float]) -> tuple[Sample, float]:
    name, labels, number = row
    return (str(name), tuple(map(str, labels))), float(number)


def _sum(paths: Iterable[Path]) -> dict[Sample, float]:
    """What stands in these files together; one that is missing or no file of ours counts nothing."""
    sums: Sums[Sample] = Sums()
    for path in paths:
        with suppress(OSError, ValueError, TypeError):
            sums.update(dict(map(_sample, json.loads(path.read_bytes()))))
    return dict(sums)
