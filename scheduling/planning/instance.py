"""A planning problem as numbers, computed once for thousands of simulations."""

from collections.abc import Sequence
from dataclasses import dataclass

from scheduling.planning.problem import Activity, PlanProblem, Span, merge_spans, sort_by_dependencies

Numbers = list[int]


@dataclass(frozen=True, slots=True)
class Instance:
    """Matches and tables by number. Lists have one value for each match unless said otherwise.

    `feeds`: the matches that lead to it, `follows`: those that it leads to. `release`: the earliest beginning
    by plan, wave and pin. `heads`: the earliest beginning, `tails`: the time from its beginning to the end of
    all that follows, both in a hall with a table for everyone. `allowed`: numbers of tables, None for any.
    `away`: when its people play elsewhere, with the rest before and after.

    `closed`: one value for each table, with the breaks. By match: `fixed`: table and beginning, if it has
    begun; `pins`: the same, if a later time is pinned, with the first possible table if none is; `before`:
    all that lead to a pinned one. `unmet`: keys of matches with needs that no table meets.
    """

    problem: PlanProblem
    keys: tuple[str, ...]
    seconds: Numbers
    seats: Numbers
    feeds: list[tuple[int, ...]]
    follows: list[tuple[int, ...]]
    release: Numbers
    heads: Numbers
    tails: Numbers
    allowed: list[frozenset[int] | None]
    people: list[frozenset[str]]
    away: list[tuple[Span, ...]]
    fixed: dict[int, tuple[int, int]]
    pins: dict[int, tuple[int, int]]
    before: dict[int, frozenset[int]]
    breaks: tuple[Span, ...]
    closed: list[tuple[Span, ...]]
    unmet: tuple[str, ...]

    @property
    def size(self) -> int:
        """Return the number of matches."""
        return len(self.keys)

    @property
    def gap(self) -> int:
        """Return the seconds of rest between two matches of one person."""
        return self.problem.rest


def compile_problem(problem: PlanProblem) -> Instance:
    """Return the problem as numbers; a match's number is higher than those of all matches that lead to it."""
    matches = sort_by_dependencies(problem.matches)
    number = {match.key: index for index, match in enumerate(matches)}
    feeds = [tuple(number[key] for key in match.after) for match in matches]
    tables = {table.key: index for index, table in enumerate(problem.tables)}
    allowed, unmet = _allowed_tables(problem, matches, tables)
    fixed, pins = _fixed_and_pinned(matches, tables, allowed)
    release = [_earliest_begin(problem, match) for match in matches]
    breaks = merge_spans(problem.breaks)
    seconds = [match.seconds for match in matches]
    heads = _heads(problem, breaks, seconds, feeds, release, fixed)
    return Instance(
        problem=problem,
        keys=tuple(number),
        seconds=seconds,
        seats=[match.seats for match in matches],
        feeds=feeds,
        follows=_invert(feeds),
        release=release,
        heads=heads,
        tails=_tails(problem, seconds, feeds),
        allowed=allowed,
        people=[match.people for match in matches],
        away=[_away_with_rest(match, problem.rest) for match in matches],
        fixed=fixed,
        pins=pins,
        before={match: _all_before(match, feeds) for match in pins},
        breaks=breaks,
        closed=[merge_spans((*breaks, *table.closed)) for table in problem.tables],
        unmet=unmet,
    )


def first_fit(moment: int, seconds: int, closed: Sequence[Span]) -> int:
    """Return the first moment from `moment` on with so many seconds before the next of `closed` (sorted)."""
    for span in closed:
        if moment + seconds <= span.begins:
            return moment
        moment = max(moment, span.ends)
    return moment


def _away_with_rest(match: Activity, rest: int) -> tuple[Span, ...]:
    """Return when its people play elsewhere, with `rest` seconds before and after."""
    return merge_spans(Span(span.begins - rest, span.ends + rest) for span in match.away)


def _earliest_begin(problem: PlanProblem, match: Activity) -> int:
    """Return the first second at which the match may begin, by the plan's start, the match and its pin."""
    begins = match.pin.begins if match.pin and match.pin.begins is not None else 0
    return max(problem.begins, match.earliest, begins)


def _allowed_tables(
    problem: PlanProblem, matches: Sequence[Activity], tables: dict[str, int]
) -> tuple[list[frozenset[int] | None], tuple[str, ...]]:
    """Return for each match the tables (numbers) where it may be played, None for any; then the unmet ones.

    A pinned table is the only one. The unmet (keys) are matches whose needs no table meets; they take any.
    """
    found: list[frozenset[int] | None] = []
    unmet: list[str] = []
    fitting = {needs: _tables_with(problem, needs, tables) for needs in {match.needs for match in matches}}
    for match in matches:
        fit = fitting[match.needs]
        if match.pin and match.pin.table is not None:
            fit = frozenset({tables[match.pin.table]})
        if not fit:
            unmet.append(match.key)
        found.append(fit if fit and len(fit) < len(tables) else None)
    return found, tuple(unmet)


def _tables_with(problem: PlanProblem, needs: frozenset[str], tables: dict[str, int]) -> frozenset[int]:
    """Return the tables (numbers) with every attribute that is needed."""
    return frozenset(tables[table.key] for table in problem.tables if needs <= table.attributes)


Held = dict[int, tuple[int, int]]
"""Table (number) and beginning, by match (number)."""


def _fixed_and_pinned(
    matches: Sequence[Activity], tables: dict[str, int], allowed: Sequence[frozenset[int] | None]
) -> tuple[Held, Held]:
    """Return the matches that have begun, and those with a pinned time.

    One without a pinned table gets the first table at which it may be played.
    """
    fixed: Held = {}
    pins: Held = {}
    for number, match in enumerate(matches):
        pin = match.pin
        if pin is None or pin.begins is None:
            continue
        table = tables[pin.table] if pin.table is not None else min(allowed[number] or {0})
        (fixed if pin.has_begun else pins)[number] = table, pin.begins
    return fixed, pins


def _heads(
    problem: PlanProblem,
    breaks: tuple[Span, ...],
    seconds: Numbers,
    feeds: Sequence[tuple[int, ...]],
    release: Numbers,
    fixed: Held,
) -> Numbers:
    """Return the earliest beginning of each match, by those that lead to it, its release and the breaks."""
    heads: Numbers = []
    for match, length in enumerate(seconds):
        came = [heads[feed] + seconds[feed] + problem.rest for feed in feeds[match]]
        begins = first_fit(max([release[match], *came]), length, breaks)
        heads.append(fixed[match][1] if match in fixed else begins)
    return heads


def _tails(problem: PlanProblem, seconds: Numbers, feeds: Sequence[tuple[int, ...]]) -> Numbers:
    """Return the seconds from the beginning of each match to the end of the longest path after it."""
    tails = list(seconds)
    for match in range(len(seconds) - 1, -1, -1):
        for feed in feeds[match]:
            tails[feed] = max(tails[feed], seconds[feed] + problem.rest + tails[match])
    return tails


def _invert(feeds: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return, for each match, the matches that it leads to."""
    follows: list[list[int]] = [[] for _ in feeds]
    for match, sources in enumerate(feeds):
        for feed in sources:
            follows[feed].append(match)
    return [tuple(found) for found in follows]


def _all_before(match: int, feeds: Sequence[tuple[int, ...]]) -> frozenset[int]:
    """Return every match that has to end before this one."""
    found: set[int] = set()
    ahead = list(feeds[match])
    while ahead:
        feed = ahead.pop()
        if feed not in found:
            found.add(feed)
            ahead += feeds[feed]
    return frozenset(found)
