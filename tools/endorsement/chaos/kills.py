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
    """Kills one part of the product after the other; `done` counts them by part and by how it was killed."""

    product: Full
    rng: Random
    done: Counter[tuple[str, str]] = field(default_factory=Counter)

    def kill_postgres(self) -> None:
        """Kill and restart the database, mostly while a web process stands at a point inside a write."""
        point = self.rng.choice((None, *WEB_POINTS[:7]))
        self._wait_a_moment()
        taken = self._arm(self.product.web_points, point, "hold") if point else None
        way = kill_database(self.product.database, self.rng)
        if taken is not None:
            taken.unlink()
        self._count_kill("PostgreSQL", f"{way} at {point}" if taken else f"{way} at random")

    def kill_web(self) -> None:
        """Kill a web process, mostly at a point, and wait until there is a new one."""
        point = self.rng.choice((None, *WEB_POINTS))
        self._wait_a_moment()
        if not (point and self._kill_at(self.product.web_points, point)):
            point = None
            kill(self.rng.choice(self.product.web_processes()))
        self._count_kill("web process", f"at {point}" if point else "at random")
        wait_until(lambda: len(self.product.web_processes()) >= WEB_PROCESSES, what="a new web process")

    def kill_child(self) -> None:
        """Kill a child process of a worker, mostly at a point."""
        point = self.rng.choice((None, *WORKER_POINTS))
        self._wait_a_moment()
        if not (point and self._kill_at(self.product.worker_points, point)):
            point = None
            kill(self.rng.choice(self._children()))
        self._count_kill("Celery child", f"at {point}" if point else "at random")

    def _children(self) -> list[int]:
        """Wait until a random worker has child processes, and return their ids; it may have just ended."""

        def find_children() -> list[int]:
            self.product.supervise()
            return children(self.rng.choice(self.product.workers).pid)

        return wait_until(find_children, what="a process of the worker")

    def kill_parent(self) -> None:
        """Kill the parent process of a worker, and start it again; its children end by themselves."""
        self._wait_a_moment()
        worker = self.rng.choice(self.product.workers)
        worker.crash()
        worker.launch()
        self._count_kill("Celery parent", "at random")

    def kill_beat(self) -> None:
        """Kill the clock, and start it again."""
        self.product.beat.crash()
        self.product.beat.launch()
        self._count_kill("beat", "at random")

    def kill_broker(self) -> None:
        """Kill the broker, with everything it held, and start it again."""
        self._wait_a_moment()
        self.product.broker.crash()
        self.product.broker.start()
        self._count_kill("broker", "at random")

    def lines(self) -> list[str]:
        """Return a line for each part: how often it was killed, and where."""
        found = []
        for what in sorted({what for what, _ in self.done}):
            hows = {how: times for (kind, how), times in sorted(self.done.items()) if kind == what}
            told = ", ".join(f"{times} {how}" for how, times in hows.items())
            found.append(f"{sum(hows.values())} × {what} ({told})")
        return found

    def _count_kill(self, what: str, how: str) -> None:
        self.done[what, how] += 1

    def _wait_a_moment(self) -> None:
        """Wait a random time of up to 0.3 s."""
        time.sleep(self.rng.uniform(0, 0.3))

    def _kill_at(self, folder: Path, point: str) -> bool:
        """Have the next process that reaches a point kill itself; return whether one did in time."""
        taken = self._arm(folder, point, "kill")
        if taken is None:
            return False
        taken.unlink()
        return True

    def _arm(self, folder: Path, point: str, word: str) -> Path | None:
        """Arm a point with `word`, and return the file that says that a process reached it.

        None if none does within `MAX_SECONDS`; then the point is no longer armed.
        """
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


def shuffled_ways(plan: Sequence[tuple[Way, int]], rng: Random) -> list[Way]:
    """Return each way as often as planned, in random order."""
    ways = [way for way, times in plan for _ in range(times)]
    rng.shuffle(ways)
    return ways
