"""What processes use of the machine, and a middleware that tells the cost of each answer."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Usage:
    """Processor time in seconds, and memory held at this moment."""

    seconds: float
    megabytes: int

    def __sub__(self, before: "Usage") -> "Usage":
        """Return the seconds between two moments, and the larger memory of the two."""
        return Usage(self.seconds - before.seconds, max(self.megabytes, before.megabytes))


def usage_of(groups: Sequence[int]) -> Usage:
    """Return the usage of all living processes of these process groups, to a hundredth of a second."""
    found = [stat for _, stat in _process_stats() if int(stat[2]) in groups]
    seconds = sum(int(stat[11]) + int(stat[12]) for stat in found) / TICKS
    pages = sum(int(stat[21]) for stat in found)
    return Usage(seconds, pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000)


def exact_seconds(groups: Sequence[int]) -> float:
    """Return the processor time of these process groups' living threads, to the nanosecond.

    Precise enough for one answer. Threads that have ended do not count; servers keep theirs.
    """
    processes = [path for path, stat in _process_stats() if int(stat[2]) in groups]
    return sum(map(_thread_nanoseconds, processes)) / 1e9


def _thread_nanoseconds(process: Path) -> int:
    total = 0
    for path in process.glob("task/*/schedstat"):
        with suppress(OSError):
            total += int(path.read_text().split()[0])
    return total


def _process_stats() -> Iterator[tuple[Path, list[str]]]:
    """Yield each process's folder, and the fields of its `stat` after its name; the third is its group."""
    for path in PROC.glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue  # it has ended
        yield path.parent, text.rpartition(")")[2].split()


Handler = Callable[[HttpRequest], HttpResponse]


def add_server_timing(get_response: Handler) -> Handler:
    """Add a Server-Timing header: processor milliseconds of the thread, number of SQL statements.

    A middleware around all others; what nginx or a cache before Django answers has no such header.
    """

    def handler(request: HttpRequest) -> HttpResponse:
        counted, began = StatementCounter(), time.thread_time()
        with connection.execute_wrapper(counted):
            response = get_response(request)
        spent = (time.thread_time() - began) * 1000
        response["Server-Timing"] = f"cpu;dur={spent:.2f}, sql;desc={counted.number}"
        return response

    return handler


class StatementCounter:
    """A wrapper for `connection.execute_wrapper` that counts the statements."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Count a statement and execute it; of `executemany` one."""
        self.number += 1
        return execute(*arguments)
