"""The cards on the tables: given out, renewed, taken back; and "I sit here" from a phone."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.record.codes import new_code
from matches.models import Claim, Match, PhysicalTable, Side, TableLink
from tournaments.act import ActContext, acting_on
from tournaments.models import State, Tournament
from tournaments.tables.cards_selectors import (
    Phone,
    claims_at,
    match_at,
    standing_link,
    tournament_at,
)

LASTS = timedelta(days=2)
"""After the tournament's last day, at midnight of the venue; a card also ends with its tournament."""


def issue_links(tournament: Tournament, *, by: Player, now: datetime) -> int:
    """A link for every open table that has none. How many."""
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        _refuse_finished(ctx)
        _links(ctx).filter(expires_at__lte=now).update(revoked_at=now)
        return _issue(ctx, _tables(ctx).exclude(links__in=_links(ctx)))


def renew_links(tournament: Tournament, *, by: Player, now: datetime, table: str = "") -> int:
    """Other links for all tables, or for one: what was printed before opens nothing any more."""
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        _refuse_finished(ctx)
        _revoke(ctx, table)
        return _issue(ctx, _tables(ctx, table))


def revoke_links(tournament: Tournament, *, by: Player, now: datetime, table: str = "") -> int:
    """No link for any table, or for one; their phones are out at once. How many stood."""
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        return _revoke(ctx, table)


def good_until(tournament: Tournament, now: datetime) -> datetime:
    """The end of the second day after the tournament's, and after today: breaks over night make it longer."""
    days = [now, tournament.starts_at or now, *(pause.ends for pause in tournament.pauses)]
    last = timezone.localtime(max(days), ZoneInfo(tournament.zone)).date() + LASTS + timedelta(days=1)
    return datetime.combine(last, time.min, ZoneInfo(tournament.zone))


def renew_dates(ctx: ActContext) -> None:
    """The day is another: cards that are printed already are good until two days after it."""
    links = _links(ctx).filter(expires_at__gt=ctx.act.now)
    links.update(expires_at=good_until(ctx.tournament, ctx.act.now))


def sit(phone: Phone, *, side: int, match: str, now: datetime) -> Claim:
    """The phone says that it sits on this side of the table's match. Saying it twice is once.

    Raises `Forbidden` `card_not_valid`; `Stale` `match_moved` where another match is on by now; `Refused`
    with `phone_sits_elsewhere`, `seat_claimed` or `seat_empty`.
    """
    with acting_on(_tournament(phone, now), by=None, need="see", now=now):
        link = standing_link(phone.link, now)
        here, chosen = _seat(link, match, side)
        holding = claims_at(here, now)
        mine = next((claim for claim in holding.values() if claim.phone == phone.name), None)
        if mine is not None and mine.side_id == chosen.pk:
            return mine
        if mine is not None:
            raise Refused([Violation("phone_sits_elsewhere", {"side": mine.side.number}, "side")])
        if chosen.number in holding:
            raise Refused([Violation("seat_claimed", {"side": chosen.number}, "side")])
        if chosen.entry is None:
            raise Refused([Violation("seat_empty", {"side": side}, "side")])
        Claim.objects.filter(side=chosen).delete()
        Claim.objects.filter(match=here, phone=phone.name).delete()
        return Claim.objects.create(
            link=link, phone=phone.name, match=here, side=chosen, entry=chosen.entry, at=now
        )


def stand_up(phone: Phone, *, match: str, now: datetime) -> None:
    """The phone does not sit there after all. What it reported stays until the side changes it."""
    with acting_on(_tournament(phone, now), by=None, need="see", now=now):
        Claim.objects.filter(phone=phone.name, link__code=phone.link, match__code=match).delete()


def free_seats(match: Match, *, by: Player, now: datetime) -> None:
    """Free the phones' seats at the match: a phone that took another's seat loses it."""
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now):
        Claim.objects.filter(match=match).delete()


def _tournament(phone: Phone, now: datetime) -> Tournament:
    return tournament_at(standing_link(phone.link, now))


def _seat(link: TableLink, code: str, number: int) -> tuple[Match, Side]:
    here = match_at(link.table)
    if here is None or here.code != code:
        raise Stale("match_moved")
    chosen = here.sides.select_related("entry").filter(number=number).first()
    if chosen is None:
        raise Forbidden("not_found")
    return here, chosen


def _refuse_finished(ctx: ActContext) -> None:
    if ctx.tournament.state == State.FINISHED:
        raise Stale("finished")


def _tables(ctx: ActContext, label: str = "") -> QuerySet[PhysicalTable]:
    """The open tables, or the one with this label."""
    tables = PhysicalTable.objects.filter(ledger=ctx.act.ledger)
    return tables.filter(label=label) if label else tables.filter(is_open=True)


def _links(ctx: ActContext, label: str = "") -> QuerySet[TableLink]:
    """The links that stand."""
    links = TableLink.objects.filter(table__ledger=ctx.act.ledger, revoked_at=None)
    return links.filter(table__label=label) if label else links


def _issue(ctx: ActContext, tables: QuerySet[PhysicalTable]) -> int:
    now, until = ctx.act.now, good_until(ctx.tournament, ctx.act.now)
    made = [
        TableLink(table=table, code=new_code("t"), issued_at=now, expires_at=until)
        for table in tables.order_by("position")
    ]
    TableLink.objects.bulk_create(made)
    return len(made)


def _revoke(ctx: ActContext, label: str) -> int:
    return _links(ctx, label).update(revoked_at=ctx.act.now)
