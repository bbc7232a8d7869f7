"""Enter while Swiss rounds are played: without a seat, drawn from the next round on."""

import random
from datetime import datetime

from django.db.models import Max

from accounts.models import Player
from core.errors import Stale
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, Match
from tournaments.act import acting_on, require_reason
from tournaments.departures.enter_late import write_late
from tournaments.draw.rounds import open_stage
from tournaments.draw.selectors import is_stage_open
from tournaments.entries.write_entries import require_room
from tournaments.inputs import NewEntry
from tournaments.lines.integrity import JoinedStage
from tournaments.models import Tournament


def join_between_rounds(
    tournament: Tournament,
    *,
    entry: NewEntry,
    reason: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Add an entry and check it in; the next Swiss round draws it, with no points for those it missed.

    Raises `Refused`: `reason_missing`, `full`, and everything wrong with the names; `Stale` `no_open_stage`,
    `rounds_all_drawn` if no round follows, or `stale`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        if not is_round_to_come(ctx.tournament):
            raise Stale("rounds_all_drawn")
        require_reason(reason)
        require_room(ctx.tournament, adding=1)
        late = write_late(ctx, entry, reason, by, rng)
        ctx.act.write(JoinedStage(words=reason))
        return late


def is_round_to_come(tournament: Tournament) -> bool:
    """Return whether a planned Swiss round is not drawn yet. Raises `Stale` `no_open_stage`."""
    plan = open_stage(tournament)
    drawn = Match.objects.filter(ledger=tournament.ledger_id, stage__isnull=False)
    return (drawn.aggregate(last=Max("round"))["last"] or 0) < plan.rounds


def may_join(tournament: Tournament) -> bool:
    """Return whether `join_between_rounds` is open now; no query for a bracket alone."""
    return is_stage_open(tournament) and is_round_to_come(tournament)
