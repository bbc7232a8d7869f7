"""Ways to kill a part of the product, at random moments and at named points inside a write."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.servers.process import children, kill, wait_until
from tools.endorsement.play.full import WEB_PROCESSES, Full, kill_database

WEB_POINTS = (
    "key.claimed", "act.locked", "sheet.stored", "winner.seated", "act.ended", "act.recorded",
    "answer.stored", "job.committed", "job.told", "answer.committed",
)  # fmt: skip
WORKER_POINTS = ("job.heard", "job.claimed", "act.locked", "act.ended", "act.recorded", "job.worked")
TAKEN = ".taken"
MAX_SECONDS = 4.0  # seconds until a process passes a point
Way = Callable[[], None]


@dataclass
class Killer:
    """Kills one thing after the other; `done` counts them by kind."""

    product: Full
    rng: Random
    done: Counter[tuple[str, str]] = field(default_factory=Counter)

    def postgres(self) -> None:
        """The database, half of the times while a web process stands inside a write."""
        point = self.rng.choice((None, *WEB_POINTS[:7]))
        self._some_time()
        taken = self._taken(self.product.web_points, point, "hold") if point else None
        way = kill_database(self.product.database, self.rng)
        if taken is not None:
            taken.unlink()
        self._count("PostgreSQL", f"{way} at {point}" if taken else f"{way} at random")

    def web(self) -> None:
        """A web process."""
        point = self.rng.choice((None, *WEB_POINTS))
        self._some_time()
        if not (point and self._killed_at(self.product.web_points, point)):
            point = None
            kill(self.rng.choice(self.product.web_processes()))
        self._count("web process", f"at {point}" if point else "at random")
        wait_until(lambda: len(self.product.web_processes()) >= WEB_PROCESSES, what="a new web process")

    def child(self) -> None:
        """A process of the worker."""
        point = self.rng.choice((None, *WORKER_POINTS))
        self._some_time()
        if not (point and self._killed_at(self.product.worker_points, point)):
            point = None
            kill(self.rng.choice(self._children()))
        self._count("Celery child", f"at {point}" if point else "at random")

    def _children(self) -> list[int]:
        """The worker's processes, once it has some; it may be about to end by itself."""

        def some() -> list[int]:
            self.product.supervise()
            return children(self.rng.choice(self.product.workers).pid)

        return wait_until(some, what="a process of the worker")

    def parent(self) -> None:
        """The worker itself; its children find out."""
        self._some_time()
        worker = self.rng.choice(self.product.workers)
        worker.crash()
        worker.launch()
        self._count("Celery parent", "at random")

    def beat(self) -> None:
        """The clock."""
        self.product.beat.crash()
        self.product.beat.launch()
        self._count("beat", "at random")

    def broker(self) -> None:
        """The broker, with everything it held."""
        self._some_time()
        self.product.broker.crash()
        self.product.broker.start()
        self._count("broker", "at random")

    def lines(self) -> list[str]:
        """What was killed how often, and where."""
        found = []
        for what in sorted({what for what, _ in self.done}):
            hows = {how: times for (kind, how), times in sorted(self.done.items()) if kind == what}
            told = ", ".join(f"{times} {how}" for how, times in hows.items())
            found.append(f"{sum(hows.values())} × {what} ({told})")
        return found

    def _count(self, what: str, how: str) -> None:
        self.done[what, how] += 1

    def _some_time(self) -> None:
        time.sleep(self.rng.uniform(0, 0.3))

    def _killed_at(self, folder: Path, point: str) -> bool:
        taken = self._taken(folder, point, "kill")
        if taken is None:
            return False
        taken.unlink()
        return True

    def _taken(self, folder: Path, point: str, word: str) -> Path | None:
        """Arm a point until a process passes it; None if none does in time."""
        armed, taken = folder / point, folder / f"{point}{TAKEN}"
        draft = folder / f".{point}"
        draft.write_text(word)
        draft.rename(armed)
        deadline = time.monotonic() + MAX_SECONDS
        while time.monotonic() < deadline:
            if taken.exists():
                return taken
            time.sleep(0.005)
        with suppress(FileNotFoundError):
            armed.unlink()
            return None
        return taken


def order(plan: Sequence[tuple[Way, int]], rng: Random) -> list[Way]:
    """Return so many kills of each kind in random order."""
    ways = [way for way, times in plan for _ in range(times)]
    rng.shuffle(ways)
    return ways
