"""Withdraw the latest round of a stage, so that it can be drawn again."""

import random
from datetime import datetime

from accounts.models import Player
from core.errors import Stale
from core.record.codes import SECURE_RANDOM
from matches.models import Match, MatchState
from tournaments.act import acting_on, require_reason
from tournaments.draw.create_matches import erase_matches
from tournaments.draw.rounds import open_stage
from tournaments.draw.selectors import latest_draw
from tournaments.entries.commit_draw import replace_commitment
from tournaments.lines.draw import RoundWithdrawn
from tournaments.models import Draw, Tournament
from tournaments.tables.shared_hall import wake_hall

BEGUN = (MatchState.PLAYING, MatchState.ENDED)


def withdraw_round(
    tournament: Tournament,
    *,
    reason: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Draw:
    """Withdraw the latest round before any of its matches begins, and return its draw, which stays on record.

    The first round is withdrawn with the whole draw, by `withdraw_draw`. A new secret is committed at once:
    the old one is public, and the next one existed when it was decided to withdraw. Entries stay as they are;
    the ordinary act draws the round again. Raises `Refused` `reason_missing`; `Stale` `no_open_stage`,
    `no_later_round` or `round_begun`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        open_stage(ctx.tournament)
        draw = latest_draw(ctx.tournament)
        if draw is None or draw.stage is None or draw.first_round == 1:
            raise Stale("no_later_round")
        matches = Match.objects.filter(ledger=ctx.act.ledger, round=draw.first_round)
        if matches.filter(state__in=BEGUN, sides__number=2).exists():
            raise Stale("round_begun")
        require_reason(reason)
        ctx.act.write(RoundWithdrawn(draw.stage, draw.first_round, reason.strip()))
        wake_hall(ctx.act.ledger, now)
        replace_commitment(ctx, rng)
        draw.withdrawn = True
        draw.save(update_fields=["withdrawn"])  # first: the sheets of byes go only with a withdrawn draw
        erase_matches(matches)
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        return draw
