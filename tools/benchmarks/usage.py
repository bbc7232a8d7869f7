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
    """Processor time in seconds, and memory that is held now."""

    seconds: float
    megabytes: int

    def __sub__(self, before: "Usage") -> "Usage":
        return Usage(self.seconds - before.seconds, max(self.megabytes, before.megabytes))


def usage_of(processes: Sequence[int]) -> Usage:
    """The usage of these process groups' processes."""
    found = [stat for _, stat in _stats() if int(stat[2]) in processes]
    seconds = sum(int(stat[11]) + int(stat[12]) for stat in found) / TICKS
    pages = sum(int(stat[21]) for stat in found)
    return Usage(seconds, pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000)


def exact_seconds(groups: Sequence[int]) -> float:
    """Processor time of these process groups' living threads, to the nanosecond: what one answer costs.

    Of threads that have ended nothing is counted; servers keep theirs.
    """
    processes = [path for path, stat in _stats() if int(stat[2]) in groups]
    return sum(map(_of_threads, processes)) / 1e9


def _of_threads(process: Path) -> int:
    total = 0
    for path in process.glob("task/*/schedstat"):
        with suppress(OSError):
            total += int(path.read_text().split()[0])
    return total


def _stats() -> Iterator[tuple[Path, list[str]]]:
    """Each process's folder, and the fields of its `stat` after its name, the group being the third."""
    for path in PROC.glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue  # it has ended
        yield path.parent, text.rpartition(")")[2].split()


Handler = Callable[[HttpRequest], HttpResponse]


def measure(get_response: Handler) -> Handler:
    """Wrap the whole of Django; what is answered before it, or by the proxy, bears no header."""

    def handler(request: HttpRequest) -> HttpResponse:
        counted, began = Statements(), time.thread_time()
        with connection.execute_wrapper(counted):
            response = get_response(request)
        spent = (time.thread_time() - began) * 1000
        response["Server-Timing"] = f"cpu;dur={spent:.2f}, sql;desc={counted.number}"
        return response

    return handler


class Statements:
    """Count what one connection executes."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Execute, and count."""
        self.number += 1
        return execute(*arguments)
