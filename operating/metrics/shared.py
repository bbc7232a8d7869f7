"""Metrics of several processes on one host: each writes a file of its own, and a reader adds up all files.

A counter must never fall. So the next process that starts adds the counts of ended processes to `past.json`.
That also limits the number of files; only the last seconds of a killed process are lost.
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

from core.secure_files import FAILURES, file_lock, replace_file, secure_folder
from operating.metrics.registry import Sample, all_counters

PAST = "past.json"
WRITE_SECONDS = 2
GONE_SECONDS = 300  # a living process writes at least every minute
ALIVE_SECONDS = 60
FOLD_SECONDS = 10


class Writer:
    """Writes this process's counts from its first request on; a forked child starts its own file."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pid = 0
        self._path = Path()

    def start(self) -> None:
        """Start the writing thread of this process, unless it runs or the folder is unusable.

        Before that, add up the counts of ended processes (`merge_ended_processes`).
        """
        if self._pid == os.getpid():
            return
        with self._guard:
            if self._pid == os.getpid():
                return
            self._pid = os.getpid()
        with suppress(*FAILURES):
            self._path = metrics_folder() / f"{self._pid}-{token_hex(4)}.json"
            merge_ended_processes()
            threading.Thread(target=self._write, name="metrics", daemon=True).start()

    def _write(self) -> None:
        """Write the counts every two seconds if they changed, and every minute, until the process ends."""
        before: dict[Sample, float] = {}
        at = 0.0
        while True:
            now = own_counts()
            if now != before or time.monotonic() - at > ALIVE_SECONDS:
                with suppress(OSError):
                    replace_file(self._path, serialize_samples(now))
                    before, at = now, time.monotonic()
            time.sleep(WRITE_SECONDS)

    def is_own(self, path: Path) -> bool:
        """Return whether this process writes that file, so that its own counts are newer."""
        return self._pid == os.getpid() and path == self._path


writer = Writer()


def metrics_folder() -> Path:
    """Return the folder that all processes of this host share; create it if it is missing."""
    return secure_folder(settings.DATA_DIR / "metrics")


def own_counts() -> dict[Sample, float]:
    """Return all values of all counters of this process."""
    return {sample: number for counter in all_counters for sample, number in counter.values().items()}


def total_counts() -> dict[Sample, float]:
    """Return the sum over all processes of this host; of this process alone if the folder is unusable."""
    sums: Sums[Sample] = Sums(own_counts())
    with suppress(*FAILURES):
        sums.update(_sum_files(path for path in metrics_folder().glob("*.json") if not writer.is_own(path)))
    return dict(sums)


def merge_ended_processes() -> None:
    """Add the counts of ended processes to `past.json`, and delete their files. Raise one of `FAILURES`.

    Ended is one that has not written for `GONE_SECONDS`. A process that was suspended that long with its host
    counts twice if another one starts before it writes again.
    """
    here = metrics_folder()
    with file_lock(here / "fold.lock", FOLD_SECONDS):
        gone = [path for path in here.glob("*-*.json") if time.time() - path.stat().st_mtime > GONE_SECONDS]
        if not gone:
            return
        replace_file(here / PAST, serialize_samples(_sum_files([here / PAST, *gone])))
        for path in gone:
            path.unlink(missing_ok=True)


def serialize_samples(values: dict[Sample, float]) -> bytes:
    """Return samples as JSON, a row of name, labels and number for each."""
    return json.dumps([[name, labels, number] for (name, labels), number in values.items()]).encode()


def _parse_sample(row: tuple[str, list[str], float]) -> tuple[Sample, float]:
    """Parse a row of `serialize_samples`. Raise `TypeError` or `ValueError` for any other."""
    name, labels, number = row
    return (str(name), tuple(map(str, labels))), float(number)


def _sum_files(paths: Iterable[Path]) -> dict[Sample, float]:
    """Return the sum of these files; a missing or foreign file counts nothing."""
    sums: Sums[Sample] = Sums()
    for path in paths:
        with suppress(OSError, ValueError, TypeError):
            sums.update(dict(map(_parse_sample, json.loads(path.read_bytes()))))
    return dict(sums)
