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
    """Yield the header of each counter, then its samples in order.

    Samples with other labels are left out: the file of an older version may have some.
    """
    for counter in counters:
        yield from _header_lines(counter.name, counter.words, counter.kind)
        label_names = _label_names(counter)
        own = [
            ((name, labels), number)
            for (name, labels), number in values.items()
            if name in label_names and len(labels) == len(label_names[name])
        ]
        for (name, labels), number in sorted(own, key=_sort_key):
            yield f"{name}{_labels(label_names[name], labels)} {number:.15g}"


def _sort_key(item: tuple[Sample, float]) -> tuple[str, tuple[str, ...], float]:
    """Return the sort key of a sample: by name and labels, buckets by their bound."""
    (name, labels), _ = item
    if name.endswith("_bucket"):
        return name, labels[:-1], float(labels[-1])
    return name, labels, 0


def _label_names(counter: MetricCounter) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the labels of each of the counter's series: three for a histogram."""
    if isinstance(counter, Histogram):
        plain = {f"{counter.name}_{part}": counter.labels for part in ("sum", "count")}
        return {f"{counter.name}_bucket": (*counter.labels, "le"), **plain}
    return {counter.name: counter.labels}


def _gauge_lines(gauge: Gauge) -> Iterator[str]:
    """Yield the header of the gauge, then a line for each set of labels."""
    yield from _header_lines(gauge.name, gauge.words, "gauge")
    for labels, number in gauge.values.items():
        yield f"{gauge.name}{_labels(gauge.labels, labels)} {number:.15g}"


def _header_lines(name: str, words: str, kind: str) -> tuple[str, str]:
    """Return the lines with the metric's description (`words`) and its `kind`."""
    return f"# HELP {name} {words}", f"# TYPE {name} {kind}"


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    """Return names and values of the labels in braces; "" if there are none."""
    if not names:
        return ""
    said = ",".join(f'{name}="{_escape_label(value)}"' for name, value in zip(names, values, strict=True))
    return f"{{{said}}}"


def _escape_label(value: str) -> str:
    """Return a label's value as it stands between quotes."""
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
