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
    """One simulated day: each match's table, beginning and end by its number; `finish`: the last end.

    `waiting`: seconds that people waited for a table though their match could have begun, over all seats.
    """

    tables: list[int]
    begins: list[int]
    ends: list[int]
    finish: int
    waiting: int


def simulate_run(instance: Instance, ranks: Sequence[int], actual: Sequence[int] | None = None) -> Run:
    """Simulate the day: a free table takes the match with the lowest rank among those that may begin.

    `ranks` by match number. Matches take their `actual` seconds, else the expected ones. No match begins
    whose expected length would not end before a closing; one that takes longer continues after the break. No
    match waits for one that cannot begin. Matches with a pinned time come before all ranks, and no other but
    those that lead to them is begun at their table, or with their people, if it would reach into that time.
    Raise `ValueError` if some match can never begin.
    """
    return _Hall(instance, ranks, actual).play()


class _Hall:
    """The state of a simulation at one moment.

    `idle`: tables without a match. `busy`: heap of (moment at which it is free, table). `ready`: heap of
    (moment at which it may begin, rank, match). `queue`: heap of (rank, match) that may begin now. `missing`:
    how many sources of a match have not begun. `moments`: other times at which something changes. `left`: how
    many matches have not begun.
    """

    def __init__(self, instance: Instance, ranks: Sequence[int], actual: Sequence[int] | None) -> None:
        self.instance, self.ranks, self.actual = instance, ranks, actual
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

    def play(self) -> Run:
        """Simulate the whole day and return it. Raise `ValueError` if some match can never begin."""
        for match, feeds in enumerate(self.instance.feeds):
            if match in self.instance.fixed:
                self._begin_match(match, *self.instance.fixed[match])
            elif not feeds:
                self._queue_match(match, 0)
        moment = self.instance.problem.begins
        while self.left:
            self._advance_to(moment)
            if self.queue and self.idle:
                self._begin_ready_matches(moment)
            if self.left:
                moment = self._next_moment(moment)
        return Run(self.tables, self.begins, self.ends, max(self.ends, default=moment), self._total_waiting())

    def _advance_to(self, moment: int) -> None:
        """Move what is due by this moment: tables to `idle`, matches to `queue`."""
        while self.busy and self.busy[0][0] <= moment:
            at, table = heappop(self.busy)
            if at == self.free_at[table]:
                insort(self.idle, table)
        while self.ready and self.ready[0][0] <= moment:
            _, rank, match = heappop(self.ready)
            heappush(self.queue, (rank, match))
        while self.moments and self.moments[0] <= moment:
            heappop(self.moments)

    def _next_moment(self, moment: int) -> int:
        """Return the next moment at which anything changes. Raise `ValueError` if nothing will."""
        coming = [line[0][0] for line in (self.busy, self.ready) if line]
        if self.moments:
            coming.append(self.moments[0])
        later = [one for one in coming if one > moment]
        if not later:
            raise ValueError("the hall stands still")
        return min(later)

    def _begin_ready_matches(self, moment: int) -> None:
        """Begin each queued match that finds a table and its people free; the others stay queued."""
        room = [] if self.is_plain else [self._seconds_until_closing(table, moment) for table in self.idle]
        if room and max(room) < self.shortest:
            return
        held = []
        while self.queue and self.idle:
            rank, match = heappop(self.queue)
            table = self._choose_table(match, moment)
            if table is None:
                held.append((rank, match))
            else:
                self.idle.remove(table)
                self._begin_match(match, table, moment)
        for waits in held:
            heappush(self.queue, waits)

    def _choose_table(self, match: int, moment: int) -> int | None:
        """Return the table where a person of the match sat before, else the first suitable one.

        None if no idle table fits, or its people are busy or away.
        """
        if self.instance.people[match] and not self._people_are_free(match, moment):
            return None
        if (
            self.instance.away[match]
            and seconds_until_closed(self.instance.away[match], moment) < self.instance.seconds[match]
        ):
            return None
        allowed = self.instance.allowed[match]
        fit = self.idle if allowed is None else [table for table in self.idle if table in allowed]
        if not self.is_plain:
            fit = [table for table in fit if self._fits_at(match, table, moment)]
        for feed in self.instance.feeds[match]:
            if self.tables[feed] in fit:
                return self.tables[feed]
        return fit[0] if fit else None

    def _people_are_free(self, match: int, moment: int) -> bool:
        """Return whether every person of the match is free from that moment until after it.

        They are not if this one and their rest would reach into the pinned time of another match of theirs.
        """
        free = max(self.busy_until.get(person, 0) for person in self.instance.people[match])
        return free <= moment and not any(
            moment + self.instance.seconds[match] + self.instance.gap > begins > moment
            and pinned != match
            and self.instance.people[pinned] & self.instance.people[match]
            and match not in self.instance.before[pinned]
            for begins, pinned in self.pins
        )

    def _seconds_until_closing(self, table: int, moment: int) -> int:
        """Return the seconds until the table's next closing; 0 while it is closed."""
        return seconds_until_closed(self.instance.closed[table], moment)

    def _fits_at(self, match: int, table: int, moment: int) -> bool:
        """Return whether the match fits before the table's next closing and before a match pinned there."""
        length = self.instance.seconds[match]
        if length > self._seconds_until_closing(table, moment):
            return False
        return not any(
            self.instance.pins[pinned][0] == table
            and moment < begins < moment + length + self.instance.problem.change_over
            and pinned != match
            and match not in self.instance.before[pinned]
            for begins, pinned in self.pins
        )

    def _begin_match(self, match: int, table: int, moment: int) -> None:
        """Begin the match at this table: set its end, occupy table and people, make later matches ready."""
        self.tables[match], self.begins[match] = table, moment
        self.ends[match] = end = self._end_of(match, moment)
        self.left -= 1
        if table in self.idle:
            self.idle.remove(table)
        if end + self.instance.problem.change_over > self.free_at[table]:
            self.free_at[table] = end + self.instance.problem.change_over
            heappush(self.busy, (self.free_at[table], table))
        for person in self.instance.people[match]:
            self.busy_until[person] = max(self.busy_until.get(person, 0), end + self.instance.gap)
            heappush(self.moments, end + self.instance.gap)
        for later in self.instance.follows[match]:
            self.missing[later] -= 1
            if not self.missing[later] and later not in self.instance.fixed:
                self._queue_match(
                    later, max(self.ends[feed] for feed in self.instance.feeds[later]) + self.instance.gap
                )

    def _end_of(self, match: int, moment: int) -> int:
        """Return when a match that begins at `moment` ends.

        If its real length is given, or it has begun already, it stops during breaks; any other meets none.
        """
        if self.actual is None and match not in self.instance.fixed:
            return moment + self.instance.seconds[match]
        length = self.instance.seconds[match] if self.actual is None else self.actual[match]
        return after_breaks(moment, length, self.instance.breaks)

    def _queue_match(self, match: int, moment: int) -> None:
        """Make the match ready at `moment`, or at its earliest begin; pinned ones come before all ranks."""
        self.ready_at[match] = at = max(moment, self.instance.release[match])
        heappush(self.ready, (at, -1 if match in self.instance.pins else self.ranks[match], match))

    def _closed_spans(self, match: int) -> tuple[Span, ...]:
        """Return when the match cannot be played: breaks, and times when its people are away."""
        away = self.instance.away[match]
        return merge_spans((*self.instance.breaks, *away)) if away else self.instance.breaks

    def _total_waiting(self) -> int:
        """Return the seconds that all seats waited for a table, without closed time and time elsewhere."""
        total = 0
        for match, begins in enumerate(self.begins):
            if match not in self.instance.fixed and begins > self.ready_at[match]:
                soonest = first_fit(
                    self.ready_at[match], self.instance.seconds[match], self._closed_spans(match)
                )
                total += max(0, begins - soonest) * self.instance.seats[match]
        return total


def seconds_until_closed(closed: Sequence[Span], moment: int) -> int:
    """Return the seconds until the next of these sorted spans; 0 within one, `FOREVER` after all."""
    index = bisect_right(closed, moment, key=lambda span: span.ends)
    if index == len(closed):
        return FOREVER
    return max(0, closed[index].begins - moment)


def after_breaks(moment: int, seconds: int, breaks: Sequence[Span]) -> int:
    """Return when so many seconds from `moment` on have passed outside of these sorted spans."""
    for span in breaks:
        if span.ends <= moment:
            continue
        if moment + seconds <= span.begins:
            break
        seconds -= max(0, span.begins - moment)
        moment = span.ends
    return moment + seconds
