"""Counters and histograms of this process: thread-safe and cheap to add to."""

import threading
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

Labels = tuple[str, ...]
Sample = tuple[str, Labels]
"""The name of a series, and the values of its labels."""

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class MetricCounter:
    """A counter: it only grows, has one value for each set of labels, and adds itself to `all_counters`."""

    kind = "counter"

    def __init__(self, name: str, words: str, labels: Labels = ()) -> None:
        self.name, self.words, self.labels = name, words, labels
        self._guard = threading.Lock()
        self._values: dict[Sample, float] = {}
        all_counters.append(self)

    def add(self, number: float = 1, labels: Labels = ()) -> None:
        """Add a number to the value of these labels, which are in the order of `self.labels`."""
        sample = (self.name, labels)
        with self._guard:
            self._values[sample] = self._values.get(sample, 0) + number

    def values(self) -> dict[Sample, float]:
        """Return a copy of all values, by series and labels."""
        with self._guard:
            return dict(self._values)


class Histogram(MetricCounter):
    """A histogram of durations: a count for each bound, the sum, and the number."""

    kind = "histogram"

    def __init__(self, name: str, words: str, labels: Labels = ()) -> None:
        super().__init__(name, words, labels)
        self._took: dict[Labels, list[float]] = {}

    def observe(self, seconds: float, labels: Labels = ()) -> None:
        """Add one duration, in seconds, to the histogram of these labels."""
        with self._guard:
            took = self._took.get(labels) or self._took.setdefault(labels, [0] * (len(BOUNDS) + 2))
            took[bisect_left(BOUNDS, seconds)] += 1
            took[-1] += seconds

    def values(self) -> dict[Sample, float]:
        """Return cumulative bucket counts, the number of durations and their sum in seconds."""
        with self._guard:
            took = {labels: tuple(numbers) for labels, numbers in self._took.items()}
        return {
            sample: number
            for labels, numbers in took.items()
            for sample, number in self._samples_of(labels, numbers)
        }

    def _samples_of(self, labels: Labels, took: Sequence[float]) -> Iterator[tuple[Sample, float]]:
        """Yield cumulative bucket counts that are not 0, the number of durations, and their sum."""
        counts = list(accumulate(took[:-1]))
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], counts, strict=True):
            if count:
                yield (f"{self.name}_bucket", (*labels, bound)), count
        yield (f"{self.name}_count", labels), counts[-1]
        yield (f"{self.name}_sum", labels), took[-1]


all_counters: list[MetricCounter] = []

REQUESTS = MetricCounter("chama_requests_total", "Requests answered.", ("route", "method", "status"))
SECONDS = Histogram("chama_request_seconds", "How long an answer took, in seconds.", ("route",))
RESULTS = MetricCounter("chama_results_total", "Sheets recorded, corrections among them.")
PAGES = MetricCounter(
    "chama_ready_pages_total", "What everybody reads: kept, made, or nothing new.", ("how",)
)
