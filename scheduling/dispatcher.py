"""The dispatcher: which match on which physical table, when; and tables as they open and close.

It calls ready matches to free tables in bracket order: none before the tournament's start, none in a break.
It reads and writes under the tournament's lock, so running it twice, or twice at once, has one effect.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import Case, F, Q, Value, When

from accounts.models import Player
from core.errors import Refused, Stale, Violation, refuse_all
from core.jobs.outbox import enqueue
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Sitting
from scheduling.pinned import pins_in_force, table_chooser
from tournaments.act import DISPATCH, ActContext, acting_on, check_seen, enqueue_dispatch, refetch_match
from tournaments.models import State, Tournament
from tournaments.pauses import Pause
from tournaments.play.calling import awaits_opening, closed_until, save_opening
from tournaments.play.place import call_to, free_tables, lock_sittings, people_at, violations_of_busy_players
from tournaments.policies import may
from tournaments.tables.accessible import sides_in_need
from tournaments.tables.shared_hall import lock_hall, taken_by

MAX_TABLES = 2000
MATCHES_PER_QUERY = 64  # matches
RETRY_AFTER = timedelta(seconds=10)
BEING_PLAYED = frozenset({State.DRAWN, State.RUNNING})


def dispatch(ledger_id: int, *, now: datetime) -> int:
    """Call the matches that can be called, and record the calls; return their number.

    0 before the draw and after the end; before the start and in a break, for whose end it is enqueued again;
    while a coordinator has to open the calls; and if people call by hand. The first time after the start it
    opens the calls. It is enqueued again for the next pinned time.
    """
    tournament = Tournament.objects.get(ledger=ledger_id)
    if tournament.state not in BEING_PLAYED:
        return 0
    with acting_on(tournament, by=None, need="coordinate", now=now) as ctx:
        if ctx.tournament.state not in BEING_PLAYED or not _open_if_due(ctx):
            return 0
        lock_hall(ctx.act.ledger, now)
        pairs = () if ctx.tournament.calls_by_hand else _choose_calls(ctx)
        for match, table in pairs:
            call_to(ctx, match, table)
        Match.objects.bulk_update([m for m, _ in pairs], ["state", "table", "called_at", "changed_seq"])
        _enqueue_for_pins(ctx)
        return len(pairs)


def _enqueue_for_pins(ctx: ActContext) -> None:
    """Enqueue the dispatcher for when the next match with a pinned time is to be called, if there is one."""
    due, now = table_chooser(ctx.tournament, ctx.act.now).wakes_at, ctx.act.now
    if due is not None:
        enqueue(DISPATCH, ctx.act.ledger, key=str(ctx.act.ledger.pk), due=due, now=now)


def _open_if_due(ctx: ActContext) -> bool:
    """Return whether matches may be called now; the first time, open the calls of the tournament.

    False in a break and before the planned start: then enqueue the dispatcher for its end. False too while a
    coordinator has to open the calls.
    """
    fresh, now = ctx.tournament, ctx.act.now
    if awaits_opening(fresh):
        return False
    until = closed_until(fresh, now)
    if until is not None:
        enqueue(DISPATCH, ctx.act.ledger, key=str(fresh.ledger_id), due=until, now=now)
    elif fresh.opened_at is None:
        save_opening(ctx, fresh.planned_start or now)
    return until is None


def place_match(
    match: Match, *, table: PhysicalTable, by: Player, now: datetime, seen: int | None = None
) -> Match:
    """Call a match to a table by hand, or move it to another one before it ends; record it.

    A match that is at this table already is returned unchanged. Raise `Stale` `match_waiting`, `match_ended`
    or `stale`; `Refused` `table_closed`, `table_busy` or `players_busy` (who sit at another table);
    `Forbidden` `not_found` if its draw was withdrawn.
    """
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        fresh = refetch_match(ctx, match)
        check_seen(fresh, seen, ctx.act.seq)
        place = PhysicalTable.objects.get(pk=table.pk, ledger=ctx.act.ledger)
        if fresh.state in (MatchState.WAITING, MatchState.ENDED):
            raise Stale(f"match_{fresh.state}")
        if fresh.table_id == place.pk and fresh.state in AT_TABLE:
            return fresh
        lock_hall(ctx.act.ledger, now)
        refuse_all(_placing_violations(fresh, place, by, now))
        state = fresh.state
        call_to(ctx, fresh, place)
        fresh.state = MatchState.PLAYING if state == MatchState.PLAYING else MatchState.CALLED
        fresh.save()
        enqueue_dispatch(ctx)
        return fresh


def set_tables(
    tournament: Tournament, *, count: int, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Open the first `count` tables, creating those that are missing; close those beyond.

    Matches at a closed table continue. Enqueues the dispatcher. Raise `Refused` `tables_out_of_range` beyond
    0 to 2,000.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if not 0 <= count <= MAX_TABLES:
            facts = {"low": 0, "high": MAX_TABLES}
            raise Refused([Violation("tables_out_of_range", facts, "count")])
        tables = PhysicalTable.objects.filter(ledger=ctx.act.ledger)
        tables.filter(position__lte=count).update(is_open=True)
        tables.filter(position__gt=count).update(is_open=False)
        known = set(tables.values_list("position", flat=True))
        PhysicalTable.objects.bulk_create(
            PhysicalTable(ledger=ctx.act.ledger, label=str(number), position=number)
            for number in range(1, count + 1)
            if number not in known
        )
        enqueue_dispatch(ctx)


def close_table(table: PhysicalTable, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """Close a table to further matches; the present one continues."""
    _set_open(table, False, by, now, seen)


def open_table(table: PhysicalTable, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """Open a table for matches again, and enqueue the dispatcher."""
    _set_open(table, True, by, now, seen)


def _set_open(table: PhysicalTable, is_open: bool, by: Player, now: datetime, seen: int | None) -> None:
    """Open or close the table as an act of a judge, and enqueue the dispatcher."""
    tournament = Tournament.objects.get(ledger=table.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now, seen=seen) as ctx:
        PhysicalTable.objects.filter(pk=table.pk, ledger=ctx.act.ledger).update(is_open=is_open)
        enqueue_dispatch(ctx)


def _choose_calls(ctx: ActContext) -> list[tuple[Match, PhysicalTable]]:
    """Return the matches to call with their tables, within the dispatcher's act.

    If a player of a ready match is at a table of another tournament, enqueue the dispatcher again soon.
    """
    there: list[Sitting] = []
    pairs = calls_to_make(ctx.tournament, ctx.act.now, there)
    if any(row.match.ledger_id != ctx.act.ledger.pk for row in there):
        retry_later(ctx)
    return pairs


def calls_to_make(
    tournament: Tournament, now: datetime, seated: list[Sitting] | None = None
) -> list[tuple[Match, PhysicalTable]]:
    """Return the ready matches to call now, in order, each with a free table of its own; store nothing.

    Breaks, the start and the state of the tournament are not checked. Pins are respected, and no person is in
    two places. Accessible tables go last to matches that do not need one. Within an act, pass an empty list
    as `seated`: it gets the people who are at a table, who then stay there until the act ends.
    """
    free = sorted(free_tables(tournament.ledger_id), key=lambda table: table.accessible_since is not None)
    chooser = table_chooser(tournament, now)
    found: list[tuple[Match, PhysicalTable]] = []
    busy: set[int] = set()
    for few in batched(_ready_matches(tournament, now) if free else (), MATCHES_PER_QUERY):
        people = people_at(few)
        there = lock_sittings(set().union(*people.values()), now, in_act=seated is not None)
        busy |= {row.player_id for row in there}
        if seated is not None:
            seated += there
        for match in few:
            if not people[match.pk] or people[match.pk] & busy:
                continue
            table = chooser.table_for(match, len(people[match.pk]), free)
            if table is not None:
                free.remove(table)
                found.append((match, table))
                busy |= people[match.pk]
        if not free:
            break
    return found


def _ready_matches(tournament: Tournament, now: datetime) -> Iterable[Match]:
    """Return ready matches in the order of calls, without held ones.

    Pinned ones come first, then those in need of an accessible table, which no other match takes before; then
    by timetable, else by bracket. A match planned after a break waits for it.
    """
    ready = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY, held=False)
    by_plan = F("planned__begins_at").asc(nulls_last=True)
    pinned = Case(When(pins_in_force(), then=0), default=1)
    found = Q(pk__in=sides_in_need(tournament.ledger_id).values("match"))
    in_need = Case(When(found, then=Value(True)), default=Value(False))
    ordered = ready.select_related("planned").annotate(in_need=in_need)
    ordered = ordered.order_by(pinned, F("in_need").desc(), by_plan, "round", "number")
    coming = next((pause for pause in tournament.pauses if pause.begins > now), None)
    return (match for match in ordered if coming is None or not _waits_for(match, coming, now))


def _waits_for(match: Match, pause: Pause, now: datetime) -> bool:
    """Return whether the match is planned after this break and would reach into it if called now."""
    planned = getattr(match, "planned", None)
    if planned is None or planned.begins_at < pause.ends:
        return False
    return bool(now + (planned.ends_at - planned.begins_at) > pause.begins)


def batched(matches: Iterable[Match], size: int) -> Iterator[list[Match]]:
    """Yield lists of at most `size` (as `itertools.batched` of later Pythons)."""
    left = iter(matches)
    while few := list(islice(left, size)):
        yield few


def retry_later(ctx: ActContext) -> None:
    """Enqueue the dispatcher for ten seconds later.

    A player is busy in another tournament, and no event tells when that match ends.
    """
    due = ctx.act.now + RETRY_AFTER
    enqueue(DISPATCH, ctx.act.ledger, key=str(ctx.act.ledger.pk), due=due, now=ctx.act.now)


def _placing_violations(match: Match, table: PhysicalTable, by: Player, now: datetime) -> list[Violation]:
    """Return why the match cannot go to the table, without titles that `by` may not see; [] if it can."""
    found = []
    if not table.is_open:
        found.append(Violation("table_closed", {"table": table.label}, "table"))
    if Match.objects.filter(table=table, state__in=AT_TABLE).exclude(pk=match.pk).exists():
        found.append(Violation("table_busy", {"table": table.label}, "table"))
    elif other := taken_by(table):
        title = other.title if may(other, by, "see") else ""
        found.append(Violation("table_busy", {"table": table.label, "title": title}, "table"))
    return found + violations_of_busy_players(match, now)
