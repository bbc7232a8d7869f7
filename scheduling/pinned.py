"""Pins in force: plans and calls respect them; impossible ones are dropped."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.name_versions import bump_version
from matches.models import Match, MatchState, PhysicalTable, Side
from scheduling.day_problem import DayProblem, problem_of_rest
from scheduling.models import PinLost, PinnedMatch
from scheduling.planning.lengths import lengths_of, mean_seconds
from scheduling.planning.pins import lost_pins
from scheduling.recorded_lengths import length_class_of, recorded_lengths
from tournaments.models import Tournament
from tournaments.tables.shared_hall import neighbours

AHEAD = timedelta(minutes=5)  # from its call until a match begins
GRACE = timedelta(minutes=15)  # a pin this late still holds
TO_COME = (MatchState.WAITING, MatchState.READY)


def pins_of(tournament: Tournament) -> QuerySet[PinnedMatch]:
    """Return the pins that hold, of matches that were not called yet."""
    pins = PinnedMatch.objects.filter(match__ledger=tournament.ledger_id, dropped="")
    return pins.filter(match__state__in=TO_COME).select_related("match", "table")


def prepare_day(tournament: Tournament, now: datetime) -> DayProblem | None:
    """Drop pins that cannot hold, and return the rest of the day, to be planned outside of transactions.

    None if no match is left to play, or no table is open.
    """
    day = problem_of_rest(tournament, now)
    if day is None or not drop_lost_pins(tournament, day, now):
        return day
    return problem_of_rest(tournament, now)


def drop_lost_pins(tournament: Tournament, day: DayProblem, now: datetime) -> bool:
    """Mark impossible pins as dropped, with the reason, and bump the version; return whether there were any.

    A pin that was set again since it was read is not marked.
    """
    pins = list(pins_of(tournament))
    reasons = lost_pins(day.problem, int(GRACE.total_seconds())) if pins else {}
    lost = [(pin, reason) for pin in pins if (reason := _reason(pin, reasons))]
    if lost:
        with transaction.atomic():
            bump_version([tournament.ledger_id])
            for pin, reason in lost:
                as_read = PinnedMatch.objects.filter(pk=pin.pk, set_at=pin.set_at, dropped="")
                as_read.update(dropped=reason)
    return bool(lost)


def _reason(pin: PinnedMatch, reasons: Mapping[str, str]) -> str:
    """Return why the pin cannot hold, a `PinLost`, or ""; `reasons` of the planner by match code."""
    if pin.table is not None and not pin.table.is_open:
        return PinLost.TABLE_CLOSED
    return reasons.get(pin.match.code, "")


@dataclass(frozen=True, slots=True)
class TableChooser:
    """Chooses the free table that a match takes now, so that pinned matches find theirs free.

    `pins` by match (primary key). `before`: by pinned match, the matches that have to end before it.
    `beside`: labels of tables to which another tournament of a shared hall pinned a match, with its
    beginning. `usual`: the length of a match by its number of people.
    """

    pins: Mapping[int, PinnedMatch]
    before: Mapping[int, frozenset[int]]
    now: datetime
    usual: Callable[[int], timedelta]
    beside: Sequence[tuple[str, datetime]] = ()

    @property
    def wakes_at(self) -> datetime | None:
        """Return when the next match with a pinned time is to be called, later than now.

        None if there is none.
        """
        times = (_call_time(pin) for pin in self.pins.values())
        return min((at for at in times if at is not None and at > self.now), default=None)

    def table_for(self, match: Match, people: int, free: Sequence[PhysicalTable]) -> PhysicalTable | None:
        """Return one of the `free` tables: the pinned one, else the first that no pinned match needs soon.

        None if the match has to wait. A match with an attribute `in_need` that is True takes only an
        accessible table, unless it is pinned to another. `people`: how many play it.
        """
        pin = self.pins.get(match.pk)
        if pin is not None and (_call_time(pin) or self.now) > self.now:
            return None
        if pin is not None and pin.table_id is not None:
            return next((table for table in free if table.pk == pin.table_id), None)
        fit = [table for table in free if table.accessible_since or not getattr(match, "in_need", False)]
        return next((table for table in fit if not self._is_needed(table, match, people)), None)

    def _is_needed(self, table: PhysicalTable, match: Match, people: int) -> bool:
        """Return whether the match, called now, would occupy the table at the pinned time of another one.

        Its length is that of the timetable, or the usual one if it has no planned time.
        """
        times = [begins for begins in self._pinned_times(table, match) if begins > self.now]
        if not times:
            return False
        planned = getattr(match, "planned", None)
        length = planned.ends_at - planned.begins_at if planned else self.usual(people)
        return min(times) < self.now + AHEAD + length + AHEAD

    def _pinned_times(self, table: PhysicalTable, match: Match) -> Iterator[datetime]:
        """Yield the pinned times at this table, without those of matches to which this one leads."""
        yield from (begins for label, begins in self.beside if label == table.label)
        for pin in self.pins.values():
            leads_there = match.pk in self.before.get(pin.match_id, ())
            if pin.table_id == table.pk and pin.begins_at is not None and not leads_there:
                yield pin.begins_at


def table_chooser(tournament: Tournament, now: datetime) -> TableChooser:
    """Return a chooser by the pins of the tournament, and of others at tables of a shared hall.

    It reads them: one query, or two if own pins have table and time. The chooser reads the recorded lengths
    if it needs a usual one.
    """
    beside = Q(match__ledger__in=neighbours(tournament.ledger_id).values("ledger"))
    held = PinnedMatch.objects.filter(dropped="", match__state__in=TO_COME).select_related("match", "table")
    found = held.filter(Q(match__ledger=tournament.ledger_id) | beside)
    pins = {pin.match_id: pin for pin in found if pin.match.ledger_id == tournament.ledger_id}
    others = [
        (pin.table.label, pin.begins_at)
        for pin in found
        if pin.match_id not in pins and pin.table and pin.begins_at
    ]
    timed = [pin.match_id for pin in pins.values() if pin.table_id and pin.begins_at]
    before = _all_sources(tournament, timed) if timed else {}
    return TableChooser(pins, before, now, _usual_length(tournament), others)


def _usual_length(tournament: Tournament) -> Callable[[int], timedelta]:
    """Return a function from a number of people to the usual length of their match, as in the forecast.

    It reads the recorded lengths once, if it is called at all.
    """
    seen = cache(lambda: recorded_lengths(tournament.game))
    return cache(
        lambda people: timedelta(
            seconds=mean_seconds(lengths_of(length_class_of(tournament, people), seen()))
        )
    )


def pins_in_force() -> Q:
    """Return the condition for a `Match` with a pin that was not dropped."""
    return Q(pinned__isnull=False, pinned__dropped="")


def _call_time(pin: PinnedMatch) -> datetime | None:
    """Return when to call the pinned match, five minutes before its time; None without a time."""
    return pin.begins_at - AHEAD if pin.begins_at is not None else None


def _all_sources(tournament: Tournament, matches: Iterable[int]) -> dict[int, frozenset[int]]:
    """Return by match (primary key) all matches that lead to it, directly or not."""
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, source__isnull=False)
    feeds: dict[int, list[int]] = {}
    for match, source in sides.values_list("match", "source"):
        feeds.setdefault(match, []).append(source)
    return {match: _all_sources_of(match, feeds) for match in matches}


def _all_sources_of(match: int, feeds: Mapping[int, Sequence[int]]) -> frozenset[int]:
    """Return every match that leads to this one; `feeds` has by match those that lead to it directly."""
    found: set[int] = set()
    ahead = list(feeds.get(match, ()))
    while ahead:
        feed = ahead.pop()
        if feed not in found:
            found.add(feed)
            ahead += feeds.get(feed, ())
    return frozenset(found)
