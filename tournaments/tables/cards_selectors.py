"""The cards on the tables: which link stands, what it opens, and who claimed a seat through it."""

from dataclasses import dataclass
from datetime import datetime

from core.errors import Forbidden
from matches.card_tokens import token_of
from matches.models import AT_TABLE, Claim, Match, MatchState, PhysicalTable, TableLink
from tournaments.models import Tournament


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
