"""Simulate the hall: a free table takes the match with the lowest rank among those that may begin."""

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from scheduling.planning.instance import Instance, first_fit
from scheduling.planning.problem import Span, merge_spans

FOREVER = 1 << 60


@dataclass(frozen=True, slots=True)
class Run:
    """The table, beginning and end of every match, by its number.

    `waiting`: seconds that people waited for a table though their match could have begun, over all seats.
    """

    tables: list[int]
    begins: list[int]
    ends: list[int]
    finish: int
    waiting: int


def run(instance: Instance, ranks: Sequence[int], actual: Sequence[int] | None = None) -> Run:
    """Play the day by these ranks, the lowest first; matches take `actual` seconds if given.

    With expected lengths no match begins that would not end before a closing. One that takes longer continues
    after the break. No match waits for one that cannot begin.
    """
    return _Hall(instance, ranks, actual).played()


class _Hall:
    """The hall at one moment. `idle`: tables without a match; `queue`: matches that may begin, by rank."""

    def __init__(self, instance: Instance, ranks: Sequence[int], actual: Sequence[int] | None) -> None:
        self.of, self.ranks, self.actual = instance, ranks, actual
        size, halls = instance.size, len(instance.closed)
        self.tables, self.begins, self.ends = [-1] * size, [0] * size, [0] * size
        self.ready_at = [0] * size
        self.missing = [len(feeds) for feeds in instance.feeds]
        self.idle = list(range(halls))
        self.busy: list[tuple[int, int]] = []
        self.free_at = [-FOREVER] * halls
        self.ready: list[tuple[int, int, int]] = []
        self.queue: list[tuple[int, int]] = []
        self.moments = [span.ends for closed in instance.closed for span in closed]
        self.moments += [begins for _, begins in instance.pins.values()]
        self.moments += [span.ends for away in instance.away for span in away]
        heapify(self.moments)
        self.busy_until: dict[str, int] = {}
        self.pins = sorted((begins, match) for match, (_, begins) in instance.pins.items())
        self.is_plain = not any(instance.closed) and not self.pins
        self.shortest = min(instance.seconds, default=0)
        self.left = size

    def played(self) -> Run:
        """Simulate the whole day and return the run."""
        for match, feeds in enumerate(self.of.feeds):
            if match in self.of.fixed:
                self._place(match, *self.of.fixed[match])
            elif not feeds:
                self._may_begin(match, 0)
        moment = self.of.problem.begins
        while self.left:
            self._reach(moment)
            if self.queue and self.idle:
                self._fill(moment)
            if self.left:
                moment = self._next(moment)
        return Run(self.tables, self.begins, self.ends, max(self.ends, default=moment), self._waiting())

    def _reach(self, moment: int) -> None:
        """Advance to this moment: free tables, and make matches ready."""
        while self.busy and self.busy[0][0] <= moment:
            at, table = heappop(self.busy)
            if at == self.free_at[table]:
                insort(self.idle, table)
        while self.ready and self.ready[0][0] <= moment:
            _, rank, match = heappop(self.ready)
            heappush(self.queue, (rank, match))
        while self.moments and self.moments[0] <= moment:
            heappop(self.moments)

    def _next(self, moment: int) -> int:
        """Return the next moment at which anything changes."""
        coming = [line[0][0] for line in (self.busy, self.ready) if line]
        if self.moments:
            coming.append(self.moments[0])
        later = [one for one in coming if one > moment]
        if not later:
            raise ValueError("the hall stands still")
        return min(later)

    def _fill(self, moment: int) -> None:
        """Begin all matches that can begin now."""
        room = [] if self.is_plain else [self._room(table, moment) for table in self.idle]
        if room and max(room) < self.shortest:
            return
        held = []
        while self.queue and self.idle:
            rank, match = heappop(self.queue)
            table = self._table_for(match, moment)
            if table is None:
                held.append((rank, match))
            else:
                self.idle.remove(table)
                self._place(match, table, moment)
        for waits in held:
            heappush(self.queue, waits)

    def _table_for(self, match: int, moment: int) -> int | None:
        """Return the table where a person of the match sat before, or the first suitable one."""
        if self.of.people[match] and not self._people_are_free(match, moment):
            return None
        if self.of.away[match] and room_in(self.of.away[match], moment) < self.of.seconds[match]:
            return None
        allowed = self.of.allowed[match]
        fit = self.idle if allowed is None else [table for table in self.idle if table in allowed]
        if not self.is_plain:
            fit = [table for table in fit if self._fits(match, table, moment)]
        for feed in self.of.feeds[match]:
            if self.tables[feed] in fit:
                return self.tables[feed]
        return fit[0] if fit else None

    def _people_are_free(self, match: int, moment: int) -> bool:
        """Return whether every person of the match is free at that moment."""
        free = max(self.busy_until.get(person, 0) for person in self.of.people[match])
        return free <= moment and not any(
            moment + self.of.seconds[match] + self.of.gap > begins > moment
            and pinned != match
            and self.of.people[pinned] & self.of.people[match]
            and match not in self.of.before[pinned]
            for begins, pinned in self.pins
        )

    def _room(self, table: int, moment: int) -> int:
        """Return the seconds until the table's next closing."""
        return room_in(self.of.closed[table], moment)

    def _fits(self, match: int, table: int, moment: int) -> bool:
        """Return whether the match fits before the table's next closing and before a match pinned there."""
        length = self.of.seconds[match]
        if length > self._room(table, moment):
            return False
        return not any(
            self.of.pins[pinned][0] == table
            and moment < begins < moment + length + self.of.problem.change_over
            and pinned != match
            and match not in self.of.before[pinned]
            for begins, pinned in self.pins
        )

    def _place(self, match: int, table: int, moment: int) -> None:
        self.tables[match], self.begins[match] = table, moment
        self.ends[match] = end = self._end(match, moment)
        self.left -= 1
        if table in self.idle:
            self.idle.remove(table)
        if end + self.of.problem.change_over > self.free_at[table]:
            self.free_at[table] = end + self.of.problem.change_over
            heappush(self.busy, (self.free_at[table], table))
        for person in self.of.people[match]:
            self.busy_until[person] = max(self.busy_until.get(person, 0), end + self.of.gap)
            heappush(self.moments, end + self.of.gap)
        for later in self.of.follows[match]:
            self.missing[later] -= 1
            if not self.missing[later] and later not in self.of.fixed:
                self._may_begin(later, max(self.ends[feed] for feed in self.of.feeds[later]) + self.of.gap)

    def _end(self, match: int, moment: int) -> int:
        if self.actual is None and match not in self.of.fixed:
            return moment + self.of.seconds[match]
        length = self.of.seconds[match] if self.actual is None else self.actual[match]
        return after_breaks(moment, length, self.of.breaks)

    def _may_begin(self, match: int, moment: int) -> None:
        self.ready_at[match] = at = max(moment, self.of.release[match])
        heappush(self.ready, (at, -1 if match in self.of.pins else self.ranks[match], match))

    def _shut(self, match: int) -> tuple[Span, ...]:
        """Return when the match cannot be played: breaks, and times when its people are away."""
        away = self.of.away[match]
        return merge_spans((*self.of.breaks, *away)) if away else self.of.breaks

    def _waiting(self) -> int:
        """Return the waiting time; closed time and time at other tables does not count."""
        total = 0
        for match, begins in enumerate(self.begins):
            if match not in self.of.fixed and begins > self.ready_at[match]:
                soonest = first_fit(self.ready_at[match], self.of.seconds[match], self._shut(match))
                total += max(0, begins - soonest) * self.of.seats[match]
        return total


def room_in(closed: Sequence[Span], moment: int) -> int:
    """Return the seconds until the first of these spans begins; 0 within one."""
    index = bisect_right(closed, moment, key=lambda span: span.ends)
    if index == len(closed):
        return FOREVER
    return max(0, closed[index].begins - moment)


def after_breaks(moment: int, seconds: int, breaks: Sequence[Span]) -> int:
    """Return when so many seconds have passed outside of these spans."""
    for span in breaks:
        if span.ends <= moment:
            continue
        if moment + seconds <= span.begins:
            break
        seconds -= max(0, span.begins - moment)
        moment = span.ends
    return moment + seconds
