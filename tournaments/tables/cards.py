"""The cards on the tables: issue, renew and revoke them; what they open; and seats claimed by phone.

A card holds the link's code and a signature of this server: 130 bits that cannot be guessed, computed for
each print and stored nowhere. A new `SECRET_KEY` invalidates every printed card, unless the old one stays
among `SECRET_KEY_FALLBACKS`.
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
from tournaments.models import Tournament

CODE, SIGNATURE = 9, 26  # letters, of five bits each
SALT = "matches.table_link"


def token_of(code: str) -> str:
    """Return the secret part of a card's address: the link's code and its signature."""
    return code + _signature(code, settings.SECRET_KEY)


def code_in(token: str) -> str | None:
    """Return the code of a link if its signature is valid, else None. No query."""
    code, given = token[:CODE], token[CODE:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return code if any(constant_time_compare(given, _signature(code, key)) for key in keys) else None


def pass_of(code: str, name: str) -> str:
    """Return the signed pass of a phone: the code of the link that it came through, and its random name."""
    return Signer(salt=SALT).sign(f"{code}.{name}")


def read_pass(shown: str) -> tuple[str, str] | None:
    """Return the link's code and the phone's name if the pass is valid, else None."""
    try:
        code, _dot, name = Signer(salt=SALT).unsign(shown).partition(".")
    except BadSignature:
        return None
    return code, name


def _signature(code: str, key: str) -> str:
    """Return this server's signature of a link's code by this secret key, in base32."""
    digest = salted_hmac(SALT, code, secret=key, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:SIGNATURE]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that came through a table's link: the link's code and the phone's random name."""

    link: str
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card for the staff; `token` is None without a valid link."""

    table: str
    is_open: bool
    token: str | None
    expires_at: datetime | None


def cards_of(tournament: Tournament, now: datetime) -> tuple[Card, ...]:
    """Return every table in order with its valid link; two queries."""
    links = TableLink.objects.filter(table__ledger=tournament.ledger_id, revoked_at=None, expires_at__gt=now)
    valid = {link.table_id: link for link in links}
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    return tuple(_card(table, valid.get(table.pk)) for table in tables)


def _card(table: PhysicalTable, link: TableLink | None) -> Card:
    if link is None:
        return Card(table.label, table.is_open, None, None)
    return Card(table.label, table.is_open, token_of(link.code), link.expires_at)


def has_valid_card(match: Match, now: datetime) -> bool:
    """Return whether the match's table has a valid link, by which phones claim seats."""
    return TableLink.objects.filter(table=match.table_id, revoked_at=None, expires_at__gt=now).exists()


def find_valid_link(code: str, now: datetime) -> TableLink:
    """Return the link with this code, with its table and tournament.

    Raises `Forbidden` `card_not_valid` if there is none, it is revoked or expired, or the tournament is over.
    """
    links = TableLink.objects.filter(code=code, revoked_at=None, expires_at__gt=now)
    link = links.select_related("table__ledger__tournament").first()
    if link is None or tournament_of_link(link).is_over:
        raise Forbidden("card_not_valid")
    return link


def tournament_of_link(link: TableLink) -> Tournament:
    """Return the tournament whose table it is."""
    return link.table.ledger.tournament


def match_at(table: PhysicalTable) -> Match | None:
    """Return the match that the table's card opens, or None.

    It is the one called or played there, else the last that ended there.
    """
    here = Match.objects.filter(table=table)
    on = here.filter(state__in=AT_TABLE).first()
    return on or here.filter(state=MatchState.ENDED).order_by("-ended_at", "-round").first()


def claims_at(match: Match, now: datetime) -> dict[int, Claim]:
    """Return the valid claims at the match, by side number.

    One is not valid if its link is revoked or expired, or the side has another entry by now.
    """
    rows = Claim.objects.filter(match=match, link__revoked_at=None, link__expires_at__gt=now)
    claims = rows.select_related("side", "link").order_by("side__number")
    return {claim.side.number: claim for claim in claims if claim.entry_id == claim.side.entry_id}


def claim_of(match: Match, phone: Phone, now: datetime) -> Claim | None:
    """Return this phone's claim at the match, if its link still opens this match, else None.

    Raises `Forbidden` `card_not_valid`.
    """
    link = find_valid_link(phone.link, now)
    here = match_at(link.table)
    if here is None or here.pk != match.pk:
        return None
    claims = claims_at(match, now).values()
    return next((claim for claim in claims if claim.phone == phone.name and claim.link_id == link.pk), None)


LASTS = timedelta(days=2)
"""How long after the tournament's last day a card is valid, until midnight at the venue; it also ends with
its tournament.
"""


def issue_links(tournament: Tournament, *, by: Player, now: datetime) -> int:
    """Issue a link for every open table without a valid one; return how many. Revokes expired ones.

    Raises `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        ctx.require_not_finished()
        _links(ctx).filter(expires_at__lte=now).update(revoked_at=now)
        return _issue(ctx, _tables(ctx).exclude(links__in=_links(ctx)))


def renew_links(tournament: Tournament, *, by: Player, now: datetime, table: str = "") -> int:
    """Revoke the links of all tables, or of one (label), and issue new ones; return how many were issued.

    Printed cards become invalid. Only open tables get a new link, or the one table. Raises `Stale`
    `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        ctx.require_not_finished()
        _revoke(ctx, table)
        return _issue(ctx, _tables(ctx, table))


def revoke_links(tournament: Tournament, *, by: Player, now: datetime, table: str = "") -> int:
    """Revoke the links of all tables, or of one (label), and return how many.

    Their phones lose access at once. Also if the tournament is finished.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        return _revoke(ctx, table)


def expiry_of_cards(tournament: Tournament, now: datetime) -> datetime:
    """Return midnight at the venue, at the end of the second day after the tournament's last day.

    The last day is its date, the day on which its last break ends, or today, whichever is latest.
    """
    days = [now, tournament.starts_at or now, *(pause.ends for pause in tournament.pauses)]
    last = timezone.localtime(max(days), ZoneInfo(tournament.zone)).date() + LASTS + timedelta(days=1)
    return datetime.combine(last, time.min, ZoneInfo(tournament.zone))


def move_expiry_of_cards(ctx: ActContext) -> None:
    """Set the expiry of valid cards by the tournament's day and breaks, after these have changed."""
    links = _links(ctx).filter(expires_at__gt=ctx.act.now)
    links.update(expires_at=expiry_of_cards(ctx.tournament, ctx.act.now))


def claim_seat(phone: Phone, *, side: int, match: str, now: datetime) -> Claim:
    """Claim this side of the table's match for the phone.

    Idempotent. Deletes claims that are no longer valid. Raises `Forbidden` `card_not_valid`, or `not_found`
    without such a side; `Stale` `match_moved` if another match is there by now; `Refused` with
    `phone_sits_elsewhere`, `seat_claimed` or `seat_empty`.
    """
    with acting_on(_tournament_of_phone(phone, now), by=None, need="see", now=now):
        link = find_valid_link(phone.link, now)
        here, chosen = _require_side(link, match, side)
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


def withdraw_claim(phone: Phone, *, match: str, now: datetime) -> None:
    """Withdraw the phone's claim at the match (code). Idempotent. Raises `Forbidden` `card_not_valid`.

    Its report stays until the side changes it.
    """
    with acting_on(_tournament_of_phone(phone, now), by=None, need="see", now=now):
        Claim.objects.filter(phone=phone.name, link__code=phone.link, match__code=match).delete()


def free_seats(match: Match, *, by: Player, now: datetime) -> None:
    """Delete all claims at the match, so that a phone on another player's seat loses it."""
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    with acting_on(tournament, by=by, need="judge", now=now):
        Claim.objects.filter(match=match).delete()


def _tournament_of_phone(phone: Phone, now: datetime) -> Tournament:
    """Return the tournament of the phone's card. Raises `Forbidden` `card_not_valid`."""
    return tournament_of_link(find_valid_link(phone.link, now))


def _require_side(link: TableLink, code: str, number: int) -> tuple[Match, Side]:
    """Return the match at the link's table and its side with this number.

    Raises `Stale` `match_moved` unless that match has this code, `Forbidden` `not_found`.
    """
    here = match_at(link.table)
    if here is None or here.code != code:
        raise Stale("match_moved")
    chosen = here.sides.select_related("entry").filter(number=number).first()
    if chosen is None:
        raise Forbidden("not_found")
    return here, chosen


def _tables(ctx: ActContext, label: str = "") -> QuerySet[PhysicalTable]:
    """Select the open tables, or the one with this label, open or not."""
    tables = PhysicalTable.objects.filter(ledger=ctx.act.ledger)
    return tables.filter(label=label) if label else tables.filter(is_open=True)


def _links(ctx: ActContext, label: str = "") -> QuerySet[TableLink]:
    """Select the links that were not revoked, of all tables or of one."""
    links = TableLink.objects.filter(table__ledger=ctx.act.ledger, revoked_at=None)
    return links.filter(table__label=label) if label else links


def _issue(ctx: ActContext, tables: QuerySet[PhysicalTable]) -> int:
    """Create a link for each of these tables; return how many."""
    now, until = ctx.act.now, expiry_of_cards(ctx.tournament, ctx.act.now)
    made = [
        TableLink(table=table, code=new_code("t"), issued_at=now, expires_at=until)
        for table in tables.order_by("position")
    ]
    TableLink.objects.bulk_create(made)
    return len(made)


def _revoke(ctx: ActContext, label: str) -> int:
    """Revoke the links of all tables, or of the one with this label; return how many."""
    return _links(ctx, label).update(revoked_at=ctx.act.now)
