"""What is counted in each process: cheap to add to, from any thread."""

import threading
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache

Labels = tuple[str, ...]
Sample = tuple[str, Labels]
"""The name of a series, and the values of its labels."""

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class MetricCounter:
    """Only grows; one value for each set of labels."""

    kind = "counter"

    def __init__(self, name: str, words: str, labels: Labels = ()) -> None:
        self.name, self.words, self.labels = name, words, labels
        self._guard = threading.Lock()
        self._values: dict[Sample, float] = {}
        everything.append(self)

    def add(self, number: float = 1, labels: Labels = ()) -> None:
        """Count so many more."""
        self._add({(self.name, labels): number})

    def _add(self, more: Mapping[Sample, float]) -> None:
        with self._guard:
            for sample, number in more.items():
                self._values[sample] = self._values.get(sample, 0) + number

    def values(self) -> dict[Sample, float]:
        """All of it, as it is now."""
        with self._guard:
            return dict(self._values)


class Histogram(MetricCounter):
    """How long things took: a count for each bound, the sum, and how often."""

    kind = "histogram"

    def took(self, seconds: float, labels: Labels = ()) -> None:
        """One took so long."""
        counted, total = _series(self.name, labels, bisect_left(BOUNDS, seconds))
        self._add({**dict.fromkeys(counted, 1), total: seconds})


@lru_cache(4096)
def _series(name: str, labels: Labels, first: int) -> tuple[tuple[Sample, ...], Sample]:
    """What grows by one with something that ends below this bound, and what grows by its seconds."""
    bounds = [*map(str, BOUNDS[first:]), "+Inf"]
    buckets = ((f"{name}_bucket", (*labels, bound)) for bound in bounds)
    return (*buckets, (f"{name}_count", labels)), (f"{name}_sum", labels)


everything: list[MetricCounter] = []

REQUESTS = MetricCounter("chama_requests_total", "Requests answered.", ("route", "method", "status"))
SECONDS = Histogram("chama_request_seconds", "How long an answer took, in seconds.", ("route",))
RESULTS = MetricCounter("chama_results_total", "Sheets recorded, corrections among them.")
PAGES = MetricCounter(
    "chama_ready_pages_total", "What everybody reads: kept, made, or nothing new.", ("how",)
)
