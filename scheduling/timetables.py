"""The timetable of a day: requested, computed by a job that can be superseded or cancelled, moved by events.

It belongs to no record, and no call waits for it: without one, matches are called in bracket order.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import Player
from accounts.name_versions import bump_version
from core.errors import Refused, Stale, Violation
from core.jobs.outbox import enqueue
from core.models import Ledger
from matches.models import Match, PhysicalTable
from scheduling.cooperative import yield_to_others
from scheduling.day_problem import DayProblem, moment_of, problem_of_rest, seconds_of
from scheduling.models import PlannedMatch, Timetable, TimetableState
from scheduling.pinned import prepare_day
from scheduling.planning.checking import find_faults
from scheduling.planning.plan import DayPlan, replan
from scheduling.planning.problem import Slot
from scheduling.planning.solve import solve
from tournaments.act import acting_on, bump_page_version
from tournaments.models import State, Tournament
from tournaments.play.calling import awaits_opening

PLAN = "scheduling.plan"
FOLLOWED = (State.DRAWN, State.RUNNING)
LATE = timedelta(minutes=5)
EVERY = 20  # tries between two checks for a newer request
EFFORT = 200_000  # matches placed in all tries: about a second of one core, spread over some more
MAX_TURNS = 5  # retries if the state changes while the plan is stored


def request_plan(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Timetable:
    """Store a request for a new timetable and enqueue its job; an unfinished request is superseded.

    Raise `Stale` with `not_drawn` or `finished`; `Refused` with `start_time_unknown` until calls are open.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.state not in FOLLOWED:
            raise Stale("not_drawn" if ctx.tournament.state == State.PREPARING else "finished")
        if awaits_opening(ctx.tournament):
            raise Refused([Violation("start_time_unknown", {}, "starts_at")])
        ledger = ctx.act.ledger
        row, is_new = Timetable.objects.get_or_create(ledger=ledger)
        if not is_new:
            Timetable.objects.filter(pk=row.pk).update(
                asked=F("asked") + 1, state=TimetableState.MAKING, done=0
            )
        enqueue(PLAN, ledger, key=str(ledger.pk), due=now, now=now)
        row.refresh_from_db()
        return row


def cancel_making(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """Cancel the timetable that is being made; the earlier one still holds, if there was one.

    No effect if none is.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        making = Timetable.objects.filter(ledger=ctx.act.ledger, state=TimetableState.MAKING)
        making.filter(made_at__isnull=True).delete()
        making.update(asked=F("asked") + 1, state=TimetableState.READY)


def drop_timetable(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """Delete the timetable: matches are called in bracket order again."""
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if Timetable.objects.filter(ledger=ctx.act.ledger).delete()[0]:
            bump_page_version(ctx)


def make_timetable(ledger_id: int, *, now: datetime) -> None:
    """Compute and publish the latest requested timetable, outside of transactions.

    Nothing is published if the request was cancelled, or if nothing is left to plan. Lost pins are dropped.
    """
    row = Timetable.objects.filter(ledger=ledger_id, state=TimetableState.MAKING).first()
    tournament = _followed_tournament(ledger_id)
    day = prepare_day(tournament, now) if tournament else None
    if row is None or tournament is None or day is None:
        _give_up(ledger_id)
        return
    rng = Random(f"timetable {ledger_id} {row.asked}")
    listener = _Listener(row)
    plan = solve(day.problem, rng=rng, effort=EFFORT, seconds=settings.PLANNER_SECONDS, listen=listener)
    if listener.is_wanted():
        _publish(row, tournament, plan.slots, now)


def move_timetable(tournament: Tournament, day: DayProblem, now: datetime) -> None:
    """Store the ready timetable at present times if a match moved; order and published times stay.

    New matches come last. Also store that it follows the pins.
    """
    row = Timetable.objects.filter(ledger=tournament.ledger_id, state=TimetableState.READY).first()
    if row is None:
        return
    published = _stored_slots(row)
    moved = replan(day.problem, published)
    before = {slot.match: slot for slot in published}
    changed = [slot for slot in moved.slots if before.get(slot.match) != slot]
    if changed:
        with transaction.atomic():
            bump_version([tournament.ledger_id])
            _store_plan(row, moved, changed, now)
    if row.pinned_at is not None:
        _mark_pins_followed(row)


def _mark_pins_followed(row: Timetable) -> None:
    """Store that the timetable follows its pins, and bump the version, unless they have changed since."""
    with transaction.atomic():
        if Timetable.objects.filter(pk=row.pk, pinned_at=row.pinned_at).update(pinned_at=None):
            bump_version([row.ledger_id])


class _Listener:
    """Stores the progress, yields to other threads, and stops if the request is no longer wanted."""

    def __init__(self, row: Timetable) -> None:
        self.row, self.tries = row, 0

    def __call__(self, done: float) -> bool:
        """Yield to other threads, and store the progress (`done`, 0 to 1) now and then.

        Return False once the request is no longer wanted, so that the planner stops.
        """
        yield_to_others()
        self.tries += 1
        return self.tries % EVERY > 0 or bool(self._own_row().update(done=min(99, round(done * 100))))

    def is_wanted(self) -> bool:
        """Return whether this request was neither superseded nor cancelled."""
        return self._own_row().exists()

    def _own_row(self) -> QuerySet[Timetable]:
        """Select the timetable's row if this request is still the latest."""
        return Timetable.objects.filter(pk=self.row.pk, asked=self.row.asked, state=TimetableState.MAKING)


def _publish(row: Timetable, tournament: Tournament, slots: Sequence[Slot], now: datetime) -> None:
    """Adapt the plan to the present state and store it, unless the record changes in that time.

    Try five times; then, or if nothing is left to plan, give up, so that an earlier timetable still holds.
    """
    for _turn in range(MAX_TURNS):
        head = Ledger.objects.values_list("head_seq", flat=True).get(pk=tournament.ledger_id)
        fresh = _followed_tournament(tournament.ledger_id)
        day = problem_of_rest(fresh, now) if fresh else None
        if day is None:
            break
        plan = replan(day.problem, slots)
        if not find_faults(day.problem, plan.slots) and _store_if_unchanged(row, plan, head, now):
            return
    _give_up(tournament.ledger_id)


def _store_if_unchanged(row: Timetable, plan: DayPlan, head: int, now: datetime) -> bool:
    """Store the plan under the record's lock; return False if the record has changed.

    A request that was superseded or cancelled stores nothing and returns True: there is nothing to retry.
    """
    with transaction.atomic():
        ledger = Ledger.objects.select_for_update().get(pk=row.ledger_id)
        mine = Timetable.objects.filter(pk=row.pk, asked=row.asked, state=TimetableState.MAKING)
        if ledger.head_seq != head or not mine.exists():
            return not mine.exists()
        bump_version([ledger.pk])
        PlannedMatch.objects.filter(timetable=row).delete()
        _store_plan(row, plan, plan.slots, now)
        mine.update(state=TimetableState.READY, done=100, made_at=now)
        return True


def _store_plan(row: Timetable, plan: DayPlan, slots: Sequence[Slot], now: datetime) -> None:
    """Create or update the planned matches of `slots`, and end and bound of the plan.

    The first published times of matches stay.
    """
    matches = dict(Match.objects.filter(ledger=row.ledger_id).values_list("code", "pk"))
    tables = dict(PhysicalTable.objects.filter(ledger=row.ledger_id).values_list("label", "pk"))
    known = dict(row.planned.values_list("match", "published_at"))
    rows = [
        PlannedMatch(
            timetable=row,
            match_id=matches[slot.match],
            table_id=tables[slot.table],
            published_at=known.get(matches[slot.match], moment_of(slot.begins)),
            begins_at=moment_of(slot.begins),
            ends_at=moment_of(slot.ends),
            changed_at=now,
        )
        for slot in slots
        if slot.match in matches
    ]
    PlannedMatch.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=["table", "begins_at", "ends_at", "changed_at"],
    )
    ends, least = moment_of(plan.finish), moment_of(min(plan.bound, plan.finish))
    Timetable.objects.filter(pk=row.pk).update(ends_at=ends, least_at=least)


def _stored_slots(row: Timetable) -> list[Slot]:
    """Return the stored timetable as the planner's slots, by beginning."""
    planned = row.planned.order_by("begins_at", "pk")
    found = planned.values_list("match__code", "table__label", "begins_at", "ends_at")
    return [Slot(code, label, seconds_of(begins), seconds_of(ends)) for code, label, begins, ends in found]


def _followed_tournament(ledger_id: int) -> Tournament | None:
    """Return the tournament if it is drawn or running, so that it may have a timetable; else None."""
    rows = Tournament.objects.select_related("ledger").filter(ledger=ledger_id, state__in=FOLLOWED)
    return rows.first()


def _give_up(ledger_id: int) -> None:
    """End the request: delete a timetable that was never made; an earlier one is ready again."""
    making = Timetable.objects.filter(ledger=ledger_id, state=TimetableState.MAKING)
    making.filter(made_at__isnull=True).delete()
    making.update(state=TimetableState.READY)
