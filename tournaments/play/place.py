"""The physical table of a match: free tables, busy players, and the call."""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from accounts.models import Player
from core.errors import Refused, Violation
from core.models import Ledger
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Seat, Sitting
from tournaments.act import ActContext
from tournaments.lines.matches import MatchPlaced
from tournaments.tables.accessible import sides_in_need
from tournaments.tables.shared_hall import MAX_HELD, lock_hall, taken_in_hall


def free_tables(ledger: Ledger | int) -> QuerySet[PhysicalTable]:
    """Return open tables without a match, in order of position.

    In a shared hall, a table that another tournament uses is not free.
    """
    tables = PhysicalTable.objects.filter(ledger=ledger, is_open=True)
    taken = taken_in_hall(ledger).filter(label=OuterRef("label"))
    return tables.exclude(matches__state__in=AT_TABLE).exclude(Exists(taken)).order_by("position")


def people_at(matches: Iterable[Match]) -> dict[int, set[int]]:
    """Return the player keys at each match, by the match's key; one query."""
    found: dict[int, set[int]] = {match.pk: set() for match in matches}
    seats = Seat.objects.filter(match__in=list(found), persona__isnull=False)
    for match, player in seats.values_list("match", "persona__player"):
        found[match].add(player)
    return found


def lock_sittings(people: Iterable[int], now: datetime, *, in_act: bool = True) -> list[Sitting]:
    """Return at which matches these players (primary keys) sit, in any tournament.

    The players are locked until the act ends, so that no other act calls them; sittings older than
    `MAX_HELD` are deleted. Outside an act (`in_act` false) nothing is locked, and those are left out.
    """
    keys = sorted(people)
    if in_act and connection.features.has_select_for_update:
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
        list(rows.values_list("pk"))
    found = list(Sitting.objects.filter(player__in=keys).select_related("player", "match"))
    forgotten = [row.pk for row in found if row.since <= now - MAX_HELD]
    if in_act and forgotten:
        Sitting.objects.filter(pk__in=forgotten).delete()
    return [row for row in found if row.pk not in forgotten]


def violations_of_busy_players(match: Match, now: datetime) -> list[Violation]:
    """Return `players_busy` with the names of players of the match who sit at another table, or nothing.

    Only within an act: it locks the players, as `lock_sittings` does.
    """
    away = [row for row in lock_sittings(people_at([match])[match.pk], now) if row.match_id != match.pk]
    names = [row.player.name for row in away]
    return [Violation("players_busy", {"names": names}, "table")] if away else []


def call_to(ctx: ActContext, match: Match, table: PhysicalTable) -> None:
    """Call the match to this table: record it, set state, table and time, and end its hold.

    The caller saves the match.
    """
    ctx.act.write(MatchPlaced(match.code, table.label))
    match.state, match.table = MatchState.CALLED, table
    match.called_at, match.held = ctx.act.now, False
    ctx.touch(match)


def call_to_free_table(ctx: ActContext, match: Match) -> None:
    """Call a match without a table to the first free one, accessible if it needs one; the caller saves it.

    Locks the shared hall and the players. Raises `Refused` with `no_table_free`, `no_accessible_table_free`
    or `players_busy`.
    """
    lock_hall(ctx.act.ledger, ctx.act.now)
    in_need = sides_in_need(ctx.act.ledger).filter(match=match.pk)
    fit = free_tables(ctx.act.ledger).filter(Q(accessible_since__isnull=False) | ~Exists(in_need))
    table = fit.order_by(Case(When(accessible_since=None, then=0), default=1), "position").first()
    if table is None:
        raise Refused([Violation("no_accessible_table_free" if in_need.exists() else "no_table_free")])
    if busy := violations_of_busy_players(match, ctx.act.now):
        raise Refused(busy)
    call_to(ctx, match, table)
