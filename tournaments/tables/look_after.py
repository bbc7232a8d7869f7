"""Which judge looks after which table: taken by themselves, given back by them or by who coordinates.

It says whose list a table is on; any judge may still start a match there and record its sheet (ADR 0063).
"""

from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Forbidden, Refused, Stale, Violation
from matches.models import AT_TABLE, Match, PhysicalTable
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.models import State, Tournament


def take_table(tournament: Tournament, label: str, *, by: Player, now: datetime) -> PhysicalTable:
    """I look after this table; of two who say so the first does. Saying it twice is once.

    Raises `Stale` `table_taken` with the name of who does, or `finished`; `Refused` `judge_plays_there`
    where they are in the match at the table (F80); `Forbidden` `not_found`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        table = _table(ctx, label)
        if table.judge is not None and table.judge.player_id != by.pk:
            raise Stale("table_taken", {"name": table.judge.player.name})
        if _plays_there(by, table):
            raise Refused([Violation("judge_plays_there", {"table": table.label}, "table")])
        return _give(ctx, table, ctx.persona)


def give_table_back(tournament: Tournament, label: str, *, by: Player, now: datetime) -> PhysicalTable:
    """Nobody looks after this table any more. Who coordinates takes it from others too; twice is once."""
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        table = _table(ctx, label)
        if table.judge is not None and table.judge.player_id != by.pk:
            ctx.require("coordinate")
        return _give(ctx, table, None)


def looked_after(tournament: Tournament) -> dict[str, Persona]:
    """Who looks after which table, by its label; one query."""
    rows = PhysicalTable.objects.filter(ledger=tournament.ledger_id, judge__isnull=False)
    return {table.label: table.judge for table in rows.select_related("judge__player") if table.judge}


def _table(ctx: ActContext, label: str) -> PhysicalTable:
    if ctx.tournament.state == State.FINISHED:
        raise Stale("finished")
    rows = PhysicalTable.objects.filter(ledger=ctx.act.ledger, label=label)
    found = rows.select_related("judge__player").first()
    if found is None:
        raise Forbidden("not_found")
    return found


def _give(ctx: ActContext, table: PhysicalTable, judge: Persona | None) -> PhysicalTable:
    if table.judge_id != (judge.pk if judge else None):
        table.judge = judge
        table.save(update_fields=["judge"])
        shown_otherwise(ctx)
    return table


def _plays_there(player: Player, table: PhysicalTable) -> bool:
    on = Match.objects.filter(table=table, state__in=AT_TABLE)
    return on.filter(seats__persona__player=player).exists()
