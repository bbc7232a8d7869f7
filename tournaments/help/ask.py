"""Call for a judge or the coordinator: by a phone at the table, or by a player who sits there."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import AT_TABLE, HelpCall, Match, PhysicalTable, Whom
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.models import State, Tournament
from tournaments.tables.cards import Phone, match_at, standing_link

MOST = 6
WITHIN = timedelta(minutes=10)
"""A table may call six times in ten minutes at most, answered or not."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The caller: a phone that came through a table's card, or a player at a match of this tournament."""

    tournament: Tournament
    phone: Phone | None = None
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """The open act, and the table that calls."""

    ctx: ActContext
    table: PhysicalTable
    match: Match | None


def ask_for_help(asker: Asker, *, whom: str, now: datetime, rng: random.Random = SECURE_RANDOM) -> HelpCall:
    """Call for a judge or the coordinator.

    Idempotent while a call is open. Raises `Refused` `help_whom_unknown` or `help_too_often`; `Forbidden`
    `card_not_valid`, or `not_at_this_match` for a player who sits at no table; `Stale` `finished`.
    """
    with _at_table(asker, now) as place:
        if whom not in Whom.values:
            raise Refused([Violation("help_whom_unknown", field="whom")])
        asked = HelpCall.objects.filter(table=place.table)
        if known := asked.filter(whom=whom, done_at=None).first():
            return known
        if asked.filter(at__gt=now - WITHIN).count() >= MOST:
            raise Refused([Violation("help_too_often", {"most": MOST, "minutes": 10})])
        shown_otherwise(place.ctx)
        return HelpCall.objects.create(
            code=new_code("h", rng), table=place.table, match=place.match, whom=whom, at=now
        )


def need_no_help(asker: Asker, *, whom: str, now: datetime) -> None:
    """Withdraw the table's call. Idempotent. Raises as `ask_for_help` does."""
    with _at_table(asker, now) as place:
        waiting = HelpCall.objects.filter(table=place.table, whom=whom, done_at=None)
        if waiting.update(done_at=now):
            shown_otherwise(place.ctx)


@contextmanager
def _at_table(asker: Asker, now: datetime) -> Iterator[_Place]:
    with acting_on(asker.tournament, by=asker.player, need="see", now=now) as ctx:
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        yield _by_card(ctx, asker.phone, now) if asker.phone else _by_seat(ctx, asker.player)


def _by_card(ctx: ActContext, phone: Phone, now: datetime) -> _Place:
    link = standing_link(phone.link, now)
    return _Place(ctx, link.table, match_at(link.table))


def _by_seat(ctx: ActContext, player: Player | None) -> _Place:
    at_table = Match.objects.filter(ledger=ctx.act.ledger, state__in=AT_TABLE, table__isnull=False)
    match = at_table.filter(seats__persona__player=player).select_related("table").first()
    if player is None or match is None or match.table is None:
        raise Forbidden("not_at_this_match")
    return _Place(ctx, match.table, match)
