"""The Prometheus text format 0.0.4. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from operating.metrics.registry import Histogram, MetricCounter, Sample

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Gauge:
    """A metric measured at this moment: a value for each tuple of labels; `words` describe it."""

    name: str
    words: str
    values: Mapping[tuple[str, ...], float]
    labels: tuple[str, ...] = field(default=())


def metrics_text(
    counters: Iterable[MetricCounter], values: Mapping[Sample, float], gauges: Iterable[Gauge]
) -> str:
    """Return the whole text for a scrape; `values` has the samples of all counters."""
    lines = [*_counter_lines(counters, values), *(line for gauge in gauges for line in _gauge_lines(gauge))]
    return "".join(f"{line}\n" for line in lines)


def _counter_lines(counters: Iterable[MetricCounter], values: Mapping[Sample, float]) -> Iterator[str]:
    """Yield the header of each counter, then its samples in order."""
    for counter in counters:
        yield from _header_lines(counter.name, counter.words, counter.kind)
        for (name, labels), number in sorted(values.items(), key=_sort_key):
            if name in _sample_names(counter):
                names = (*counter.labels, "le") if name.endswith("_bucket") else counter.labels
                yield f"{name}{_labels(names, labels)} {number:.15g}"


def _sort_key(item: tuple[Sample, float]) -> tuple[str, tuple[str, ...], float]:
    """Return the sort key of a sample: by name and labels, buckets by their bound."""
    (name, labels), _ = item
    if name.endswith("_bucket"):
        return name, labels[:-1], float(labels[-1])
    return name, labels, 0


def _sample_names(counter: MetricCounter) -> tuple[str, ...]:
    """Return the names of the counter's samples: three for a histogram."""
    if isinstance(counter, Histogram):
        return tuple(f"{counter.name}_{part}" for part in ("bucket", "sum", "count"))
    return (counter.name,)


def _gauge_lines(gauge: Gauge) -> Iterator[str]:
    """Yield the header of the gauge, then a line for each set of labels."""
    yield from _header_lines(gauge.name, gauge.words, "gauge")
    for labels, number in gauge.values.items():
        yield f"{gauge.name}{_labels(gauge.labels, labels)} {number:.15g}"


def _header_lines(name: str, words: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {words}", f"# TYPE {name} {kind}"


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    """Return the labels in braces; "" if there are none."""
    if not names:
        return ""
    said = ",".join(f'{name}="{_escape_label(value)}"' for name, value in zip(names, values, strict=True))
    return f"{{{said}}}"


def _escape_label(value: str) -> str:
    """Return a label's value as it stands between quotes."""
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
