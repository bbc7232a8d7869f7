"""Acts of one side of a match: by one of its players with an account, or by a phone at its table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Forbidden, Impossible, Stale
from matches.models import Match, Side
from tournaments.act import ActContext, acting_on
from tournaments.models import State
from tournaments.tables.cards import Phone, claim_of


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player, or a phone that claimed a seat; exactly one of the two."""

    player: Player | None = None
    phone: Phone | None = None


@dataclass(frozen=True, slots=True)
class SideAct:
    """An act of a side: the open act, the match under the lock, and the side."""

    ctx: ActContext
    match: Match
    side: Side

    @property
    def persona(self) -> Persona | None:
        """Return the person who acts, if they have an account."""
        return self.ctx.persona


@contextmanager
def speaking(match: Match, *, speaker: Speaker, now: datetime) -> Iterator[SideAct]:
    """Open an act of one side, recorded as by a player.

    A phone acts as the first player of its side. Raises `Forbidden` with `not_at_this_match`, or
    `card_not_valid` if the phone's link is not valid; `Stale` with `finished`.
    """
    if (speaker.player is None) == (speaker.phone is None):
        raise Impossible("a speaker is a player or a phone")
    with acting_on(match, by=speaker.player, need="see", now=now) as ctx:
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        fresh = Match.objects.select_related("table").get(pk=match.pk, ledger=ctx.act.ledger)
        side = side_for(fresh, speaker, now)
        ctx.act.by = f"player:{(ctx.persona or _first(side)).code}"
        yield SideAct(ctx, fresh, side)


def side_for(match: Match, speaker: Speaker, now: datetime) -> Side:
    """Return the side that the speaker acts for. Raises `Forbidden` `not_at_this_match` if there is none."""
    if speaker.phone is not None:
        claim = claim_of(match, speaker.phone, now)
        found = claim.side if claim else None
    else:
        seats = match.seats.filter(persona__player=speaker.player, side__entry__isnull=False)
        seat = seats.select_related("side").first()
        found = seat.side if seat else None
    if found is None:
        raise Forbidden("not_at_this_match")
    return found


def _first(side: Side) -> Persona:
    seat = side.seats.filter(persona__isnull=False).select_related("persona").order_by("number").first()
    if seat is None or seat.persona is None:
        raise Impossible(f"nobody sits on {side}")
    return seat.persona
