"""One part after the other is killed, stays away for a moment, and is started again."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.servers.process import Server, children, kill
from tools.endorsement.play.full import Full, start_after_kill

MOMENT = (0.5, 2.5)  # seconds


@dataclass(frozen=True)
class Outage:
    """A part of the product that was killed, and when, in seconds since the epoch."""

    what: str
    at: float


@dataclass
class Trouble:
    """Kills one part of the product at a time, each once before any comes again; `outages` has them."""

    product: Full
    rng: Random
    outages: list[Outage] = field(default_factory=list)
    _left: list[tuple[str, Callable[[], None]]] = field(default_factory=list)

    def strike(self) -> None:
        """Kill the next part, and start it again after a moment unless the product does so by itself."""
        if not self._left:
            self._left = self._ways_to_kill()
            self.rng.shuffle(self._left)
        what, way = self._left.pop()
        self.outages.append(Outage(what, time.time()))
        way()

    def _ways_to_kill(self) -> list[tuple[str, Callable[[], None]]]:
        """Return each part in words, with what kills it and, if the product does not, starts it again."""
        product = self.product
        return [
            ("a worker", lambda: self._restart(self.rng.choice(product.workers))),
            ("a process of a worker", self._kill_worker_child),
            ("beat", lambda: self._restart(product.beat)),
            ("the broker", self._restart_broker),
            ("a web process", lambda: kill(self.rng.choice(product.web_processes()))),
            ("all web processes", self._restart_web),
            ("PostgreSQL", self._restart_database),
        ]

    def _restart(self, server: Server) -> None:
        server.kill()
        self._wait_a_moment()
        server.launch()

    def _kill_worker_child(self) -> None:
        for child in children(self.rng.choice(self.product.workers).pid)[:1]:
            kill(child)

    def _restart_broker(self) -> None:
        self.product.broker.kill()
        self._wait_a_moment()
        self.product.broker.start()

    def _restart_web(self) -> None:
        self.product.web.kill()
        self._wait_a_moment()
        self.product.web.start()

    def _restart_database(self) -> None:
        """Kill PostgreSQL as a power cut does, and start it again after a moment."""
        self.product.database.server.kill()
        self._wait_a_moment()
        start_after_kill(self.product.database.server)

    def _wait_a_moment(self) -> None:
        """Wait a random number of seconds within `MOMENT`."""
        time.sleep(self.rng.uniform(*MOMENT))

    def line(self) -> str:
        """Return a line that says how often each part was killed."""
        killed = Counter(outage.what for outage in self.outages)
        return "killed: " + ", ".join(f"{times} × {what}" for what, times in sorted(killed.items()))
