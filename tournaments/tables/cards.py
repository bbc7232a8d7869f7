"""The cards on the tables: issued, renewed, revoked; what they open; and "I sit here" from a phone.

A card holds the link's code and a signature that only this server can make: 130 bits that cannot be guessed,
computed again for each print and stored nowhere. Another `SECRET_KEY` makes every printed card worthless,
unless the old one stays among `SECRET_KEY_FALLBACKS`.
"""

import base64
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.record.codes import new_code
from matches.models import AT_TABLE, Claim, Match, MatchState, PhysicalTable, Side, TableLink
from tournaments.act import ActContext, acting_on
from tournaments.models import State, Tournament

CODE, SIGNATURE = 9, 26  # letters, of five bits each
SALT = "matches.table_link"


def token_of(code: str) -> str:
    """The secret part of a card's address."""
    return code + _signature(code, settings.SECRET_KEY)


def code_in(token: str) -> str | None:
    """The code of a link where the signature is ours, else None. Costs no query."""
    code, given = token[:CODE], token[CODE:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return code if any(constant_time_compare(given, _signature(code, key)) for key in keys) else None


def pass_of(code: str, name: str) -> str:
    """What a phone that came through a link shows from then on: the link's code and its own random name."""
    return Signer(salt=SALT).sign(f"{code}.{name}")


def read_pass(shown: str) -> tuple[str, str] | None:
    """The link's code and the phone's name, where the pass is ours."""
    try:
        code, _dot, name = Signer(salt=SALT).unsign(shown).partition(".")
    except BadSignature:
        return None
    return code, name


def _signature(code: str, key: str) -> str:
    digest = salted_hmac(SALT, code, secret=key, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:SIGNATURE]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that came through a table's link: the link's code, and the phone's own random name."""

    link: str
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card as the staff sees it; `token` is None where no link stands."""

    table: str
    is_open: bool
    token: str | None
    expires_at: datetime | None


def cards_of(tournament: Tournament, now: datetime) -> tuple[Card, ...]:
    """Every table in its order with its standing link; two queries."""
    links = TableLink.objects.filter(table__ledger=tournament.ledger_id, revoked_at=None, expires_at__gt=now)
    standing = {link.table_id: link for link in links}
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    return tuple(_card(table, standing.get(table.pk)) for table in tables)


def _card(table: PhysicalTable, link: TableLink | None) -> Card:
    if link is None:
        return Card(table.label, table.is_open, None, None)
    return Card(table.label, table.is_open, token_of(link.code), link.expires_at)


def standing_link(code: str, now: datetime) -> TableLink:
    """The link with this code; `Forbidden` `card_not_valid` once revoked, expired, or the day is over."""
    links = TableLink.objects.filter(code=code, revoked_at=None, expires_at__gt=now)
    link = links.select_related("table__ledger__tournament").first()
    if link is None or tournament_at(link).is_over:
        raise Forbidden("card_not_valid")
    return link


def tournament_at(link: TableLink) -> Tournament:
    """The tournament whose table it is."""
    return link.table.ledger.tournament


def match_at(table: PhysicalTable) -> Match | None:
    """What the table's card opens: the match called or played there, else the one that ended there last."""
    here = Match.objects.filter(table=table)
    on = here.filter(state__in=AT_TABLE).first()
    return on or here.filter(state=MatchState.ENDED).order_by("-ended_at", "-round").first()


def claims_at(match: Match, now: datetime) -> dict[int, Claim]:
    """The claims that hold there, by side."""
    rows = Claim.objects.filter(match=match, link__revoked_at=None, link__expires_at__gt=now)
    claims = rows.select_related("side", "link").order_by("side__number")
    return {claim.side.number: claim for claim in claims if claim.entry_id == claim.side.entry_id}


def claim_of(match: Match, phone: Phone, now: datetime) -> Claim | None:
    """The seat that this phone claimed there, if its link still stands and still opens this match."""
    link = standing_link(phone.link, now)
    here = match_at(link.table)
    if here is None or here.pk != match.pk:
        return None
    claims = claims_at(match, now).values()
    return next((claim for claim in claims if claim.phone == phone.name and claim.link_id == link.pk), None)


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
