"""Lower bounds of a plan's end, the strongest of several: how far a plan may be from the optimum."""

from collections.abc import Sequence
from itertools import islice

from scheduling.planning.instance import Instance
from scheduling.planning.problem import Span


def lower_bound(instance: Instance) -> int:
    """Return a moment, in the problem's seconds, before which no plan ends: the strongest known one.

    Without matches it is the beginning.
    """
    if not instance.size:
        return instance.problem.begins
    return max(critical_path_bound(instance), work_bound(instance))


def critical_path_bound(instance: Instance) -> int:
    """Return when the longest chain of matches ends in a hall with a table for everyone."""
    return max(head + seconds for head, seconds in zip(instance.heads, instance.seconds, strict=True))


def work_bound(instance: Instance) -> int:
    """Return when the tables can have finished the work of any set of matches, at the earliest.

    `heads` and `tails` are as in `Instance`. For each set of matches with at least some head and at least
    some tail: no table can begin before the heads allow it, nor be the last for longer than the tails leave,
    and between them they share the work. It counts only open time; a break may swallow one rest of each
    chain, and one change-over of each table.
    """
    lost = len(instance.breaks) * instance.problem.rest
    heads = [_without_breaks(head, instance.breaks) for head in instance.heads]
    rests = [max(0, tail - own - lost) for tail, own in zip(instance.tails, instance.seconds, strict=True)]
    some_heads, some_rests = sorted(set(heads)), sorted(set(rests))
    cuts = {(some_heads[0], rest) for rest in _sample_evenly(some_rests)}
    cuts |= {(head, some_rests[0]) for head in _sample_evenly(some_heads)}
    cuts |= {(head, rest) for head in _sample_evenly(some_heads, 8) for rest in _sample_evenly(some_rests, 8)}
    found = max(_work_bound_of_set(instance, heads, rests, *cut) for cut in cuts)
    return _with_breaks(found, instance.breaks)


def _work_bound_of_set(
    instance: Instance, heads: Sequence[int], rests: Sequence[int], least_head: int, least_rest: int
) -> int:
    """Return the bound in open time, by the matches with at least this head and rest; 0 without any.

    `heads` is when each may begin, `rests` how long the day lasts after its end at least, both without
    breaks.
    """
    chosen = [m for m in range(instance.size) if heads[m] >= least_head and rests[m] >= least_rest]
    if not chosen:
        return 0
    lengths = sorted(instance.seconds[match] for match in chosen)
    first = sorted(heads[match] for match in chosen)
    last = sorted(rests[match] for match in chosen)
    tables, change = len(instance.closed), instance.problem.change_over
    deep = -(-len(chosen) // tables)
    swallowed = len(instance.breaks) + 1
    stacked = first[0] + sum(islice(lengths, deep)) + change * max(0, deep - swallowed) + last[0]
    busy, ends = sum(lengths), 0
    shared = []
    for used in range(1, min(tables, len(chosen)) + 1):
        ends += first[used - 1] + last[used - 1]
        shared.append(-(-(busy + change * max(0, len(chosen) - used * swallowed) + ends) // used))
    return max(stacked, min(shared))


def _without_breaks(moment: int, breaks: Sequence[Span]) -> int:
    """Return the moment minus the breaks before it: the open time since 0."""
    return moment - sum(max(0, min(moment, span.ends) - span.begins) for span in breaks)


def _with_breaks(moment: int, breaks: Sequence[Span]) -> int:
    """Return the first moment with `moment` seconds of open time before it: undo `_without_breaks`."""
    for span in breaks:
        if moment <= span.begins:
            break
        moment += span.ends - span.begins
    return moment


def _sample_evenly(values: Sequence[int], most: int = 60) -> list[int]:
    """Return about `most` of the values at even distances, and the last one, perhaps twice."""
    step = max(1, -(-len(values) // most))
    return [*values[::step], values[-1]]
