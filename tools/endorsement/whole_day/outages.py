"""One part after the other is killed, stays away for a moment, and is started again."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.servers.process import Server, children, kill
from tools.endorsement.play.full import Full, return_to_life

MOMENT = (0.5, 2.5)  # seconds


@dataclass(frozen=True)
class Outage:
    """What was killed, and when; seconds since the epoch."""

    what: str
    at: float


@dataclass
class Trouble:
    """Kills one part at a time, each kind once before any comes again."""

    product: Full
    rng: Random
    outages: list[Outage] = field(default_factory=list)
    _left: list[tuple[str, Callable[[], None]]] = field(default_factory=list)

    def strike(self) -> None:
        """Kill what is next, and bring it back."""
        if not self._left:
            self._left = self._ways()
            self.rng.shuffle(self._left)
        what, way = self._left.pop()
        self.outages.append(Outage(what, time.time()))
        way()

    def _ways(self) -> list[tuple[str, Callable[[], None]]]:
        product = self.product
        return [
            ("a worker", lambda: self._away(self.rng.choice(product.workers))),
            ("a process of a worker", self._child_of_a_worker),
            ("beat", lambda: self._away(product.beat)),
            ("the broker", self._broker),
            ("a web process", lambda: kill(self.rng.choice(product.web_processes()))),
            ("all web processes", self._web),
            ("PostgreSQL", self._database),
        ]

    def _away(self, server: Server) -> None:
        server.kill()
        self._moment()
        server.launch()

    def _child_of_a_worker(self) -> None:
        for child in children(self.rng.choice(self.product.workers).pid)[:1]:
            kill(child)

    def _broker(self) -> None:
        self.product.broker.kill()
        self._moment()
        self.product.broker.start()

    def _web(self) -> None:
        self.product.web.kill()
        self._moment()
        self.product.web.start()

    def _database(self) -> None:
        """As a power cut does; it comes back by its log."""
        self.product.database.server.kill()
        self._moment()
        return_to_life(self.product.database.server)

    def _moment(self) -> None:
        time.sleep(self.rng.uniform(*MOMENT))

    def line(self) -> str:
        """What was killed how often."""
        killed = Counter(outage.what for outage in self.outages)
        return "killed: " + ", ".join(f"{times} × {what}" for what, times in sorted(killed.items()))
