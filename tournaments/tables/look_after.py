"""Which judge looks after which table: judges take tables or a coordinator assigns them.

It decides whose list a table is on; any judge may still start a match there and record its sheet (ADR 0063).
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona, Player
from core.errors import Forbidden, Refused, Stale, Violation, refuse_all
from matches.models import AT_TABLE, Match, PhysicalTable, Seat
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.models import Tournament
from tournaments.tables.shifts import is_off_shift, require_staff_member


def take_table(tournament: Tournament, label: str, *, by: Player, now: datetime) -> PhysicalTable:
    """Assign the table (label) to `by`.

    Idempotent. The first of two judges gets it, unless that one is off shift, plays there or has a conflict
    there. Raises `Stale`
    `table_taken` with the judge's name, or `finished`; `Refused` `judge_plays_there` if they play at the
    table (F80), `judge_conflict_there` if they have a conflict there; `Forbidden` `not_found`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        table = _require_table(ctx, label)
        if table.judge is not None and not _may_take_from(by, table, table.judge, now):
            raise Stale("table_taken", {"name": table.judge.player.name})
        if _plays_there(by, table):
            raise Refused([Violation("judge_plays_there", {"table": table.label}, "table")])
        if _has_conflict_there(by, table):
            raise Refused([Violation("judge_conflict_there", {"table": table.label}, "table")])
        return _save_judge(ctx, table, ctx.persona)


def give_table_back(tournament: Tournament, label: str, *, by: Player, now: datetime) -> PhysicalTable:
    """Leave this table (label) without a judge. Idempotent.

    Only a coordinator may take it from another judge. Raises `Stale` `finished`, `Forbidden` `not_found`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        table = _require_table(ctx, label)
        if table.judge is not None and table.judge.player_id != by.pk:
            ctx.require("coordinate")
        return _save_judge(ctx, table, None)


def give_tables(
    tournament: Tournament, *, judge: str, first: int, last: int, by: Player, now: datetime
) -> int:
    """Assign a range of tables (positions, in either order) to a staff member (code), and return its size.

    Other judges lose them. Only for coordinators. Raises `Refused`: `judge_unknown`, `tables_none`, for each
    table `judge_plays_at` if they play there, `judge_conflict_at` if they have a conflict there; `Stale`
    `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        ctx.require_not_finished()
        persona = require_staff_member(ctx, judge)
        area = PhysicalTable.objects.filter(ledger=ctx.act.ledger, position__range=sorted((first, last)))
        if not area:
            raise Refused([Violation("tables_none", {}, "first")])
        refuse_all([found for table in area for found in _check_can_judge_at(persona.player, table)])
        if area.exclude(judge=persona).update(judge=persona):
            bump_page_version(ctx)
        return len(area)


def free_tables_of(tournament: Tournament, *, judge: str, by: Player, now: datetime) -> None:
    """Free all tables of that person (code), by themselves or a coordinator.

    Raises `Stale` `finished`, `Forbidden` for another judge.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        ctx.require_not_finished()
        if ctx.persona is None or ctx.persona.code != judge:
            ctx.require("coordinate")
        if PhysicalTable.objects.filter(ledger=ctx.act.ledger, judge__code=judge).update(judge=None):
            bump_page_version(ctx)


def judge_by_table(tournament: Tournament) -> dict[str, Persona]:
    """Return the judge of each table (label), without those of `barred_tables`; one query."""
    held = PhysicalTable.objects.filter(ledger=tournament.ledger_id, judge__isnull=False)
    rows = held.exclude(pk__in=_barred_seats(tournament).values("match__table"))
    return {table.label: table.judge for table in rows.select_related("judge__player") if table.judge}


def barred_tables(tournament: Tournament) -> frozenset[str]:
    """Return labels of tables whose judge must not judge there now, because they play or have a conflict.

    One query.
    """
    return frozenset(_barred_seats(tournament).values_list("match__table__label", flat=True))


def _barred_seats(tournament: Tournament) -> QuerySet[Seat]:
    """Select seats, of matches at tables now, of the table's judge or a person that judge must not judge."""
    own = Q(persona__player=F("match__table__judge__player"))
    conflict = Q(persona__not_judged_by__judge=F("match__table__judge"))
    at_table = Q(match__ledger=tournament.ledger_id, match__state__in=AT_TABLE)
    return Seat.objects.filter(own | conflict, at_table)


def tables_by_judge(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """Return the tables (labels, in order) of each judge (code), also `barred_tables`; one query."""
    found: dict[str, tuple[str, ...]] = {}
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id, judge__isnull=False)
    for judge, label in tables.order_by("position").values_list("judge__code", "label"):
        found[judge] = (*found.get(judge, ()), label)
    return found


def _may_take_from(player: Player, table: PhysicalTable, judge: Persona, now: datetime) -> bool:
    """Return whether the player may take the table that this judge has.

    They may if it is theirs, or the judge is off shift, plays there or has a conflict there.
    """
    if judge.player_id == player.pk or is_off_shift(judge, now):
        return True
    return _plays_there(judge.player, table) or _has_conflict_there(judge.player, table)


def _check_can_judge_at(judge: Player, table: PhysicalTable) -> Iterator[Violation]:
    """Yield why that judge cannot get the table now."""
    facts = {"name": judge.name, "table": table.label}
    if _plays_there(judge, table):
        yield Violation("judge_plays_at", facts, "first")
    elif _has_conflict_there(judge, table):
        yield Violation("judge_conflict_at", facts, "first")


def _require_table(ctx: ActContext, label: str) -> PhysicalTable:
    """Return the table with this label. Raises `Stale` `finished`, `Forbidden` `not_found`."""
    ctx.require_not_finished()
    rows = PhysicalTable.objects.filter(ledger=ctx.act.ledger, label=label)
    found = rows.select_related("judge__player").first()
    if found is None:
        raise Forbidden("not_found")
    return found


def _save_judge(ctx: ActContext, table: PhysicalTable, judge: Persona | None) -> PhysicalTable:
    """Save the table's judge and bump the page version, if the judge changes."""
    if table.judge_id != (judge.pk if judge else None):
        table.judge = judge
        table.save(update_fields=["judge"])
        bump_page_version(ctx)
    return table


def _plays_there(player: Player, table: PhysicalTable) -> bool:
    """Return whether the person sits at the match that is at this table now."""
    on = Match.objects.filter(table=table, state__in=AT_TABLE)
    return on.filter(seats__persona__player=player).exists()


def _has_conflict_there(player: Player, table: PhysicalTable) -> bool:
    """Return whether the person has a conflict with a player at this table now."""
    on = Match.objects.filter(table=table, state__in=AT_TABLE)
    return on.filter(seats__persona__not_judged_by__judge__player=player).exists()


def _sentence_of_table_busy(facts: Mapping[str, object]) -> Promise:
    """Return the message with the other tournament at the table, if any; `title` is "" if it is private."""
    if facts.get("title"):
        return _("Table %(table)s is taken by “%(title)s”. Choose a free one.")
    if "title" in facts:
        return _("Table %(table)s is taken by another tournament of this hall. Choose a free one.")
    return _("Table %(table)s is taken. Choose a free one.")


TABLE_SENTENCES: Mapping[str, Promise | Callable[[Mapping[str, object]], Promise]] = {
    "table_busy": _sentence_of_table_busy,
    "no_accessible_table_free": _(
        "A player of this match needs an accessible table, and none is free. Wait for one, or call the match "
        "to another table by hand."
    ),
    "shared_table_taken": _(
        "Another tournament of this hall has just called a match to that table. Choose a free one."
    ),
    "hall_with_itself": _("That is this tournament. Choose another one."),
    "hall_of_two": _(
        "“%(title)s” already shares its tables with others, and so does this one. Take one of the "
        "two out first."
    ),
    "hall_of_others": _(
        "Another person coordinates a tournament of that hall. To add a tournament to a hall, you must "
        "coordinate all of its tournaments."
    ),
    "table_used_by_both": _(
        "Both have a match at table %(table)s right now. Move one of them to a table that the other "
        "doesn’t use."
    ),
}
