"""Lower bounds of a plan's end, the strongest of several: how far a plan may be from the optimum."""

from collections.abc import Sequence
from itertools import islice

from scheduling.planning.instance import Instance
from scheduling.planning.problem import Span


def bound(instance: Instance) -> int:
    """Return the strongest lower bound, in the problem's time; it is independent of any plan."""
    if not instance.size:
        return instance.problem.begins
    return max(critical_path(instance), work(instance))


def critical_path(instance: Instance) -> int:
    """Return when the longest chain of matches ends in a hall with a table for everyone."""
    return max(head + seconds for head, seconds in zip(instance.heads, instance.seconds, strict=True))


def work(instance: Instance) -> int:
    """Return when the tables can have finished all matches with a late beginning and a long rest after them.

    For each set of matches with at least some head and at least some tail: no table can begin before the
    heads allow it, nor be the last for longer than the tails leave, and between them they share the work. It
    counts only open time; a break may swallow one rest of each chain, and one change-over of each table.
    """
    lost = len(instance.breaks) * instance.problem.rest
    heads = [_opened(head, instance.breaks) for head in instance.heads]
    rests = [max(0, tail - own - lost) for tail, own in zip(instance.tails, instance.seconds, strict=True)]
    some_heads, some_rests = sorted(set(heads)), sorted(set(rests))
    cuts = {(some_heads[0], rest) for rest in _spread(some_rests)}
    cuts |= {(head, some_rests[0]) for head in _spread(some_heads)}
    cuts |= {(head, rest) for head in _spread(some_heads, 8) for rest in _spread(some_rests, 8)}
    found = max(_of_set(instance, heads, rests, *cut) for cut in cuts)
    return _closed_again(found, instance.breaks)


def _of_set(
    instance: Instance, heads: Sequence[int], rests: Sequence[int], least_head: int, least_rest: int
) -> int:
    """Return the bound of one set; 0 for an empty one."""
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


def _opened(moment: int, breaks: Sequence[Span]) -> int:
    """Return the moment minus the breaks before it."""
    return moment - sum(max(0, min(moment, span.ends) - span.begins) for span in breaks)


def _closed_again(moment: int, breaks: Sequence[Span]) -> int:
    """Return the first moment with so much open time before it."""
    for span in breaks:
        if moment <= span.begins:
            break
        moment += span.ends - span.begins
    return moment


def _spread(values: Sequence[int], most: int = 60) -> list[int]:
    """Return at most so many of the values, evenly spread from the first to the last."""
    step = max(1, -(-len(values) // most))
    return [*values[::step], values[-1]]
