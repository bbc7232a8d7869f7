"""Enter between the rounds of a stage: without a seat, drawn from the next round on."""

import random
from datetime import datetime

from accounts.models import Player
from core.errors import Stale
from core.record.codes import SECURE_RANDOM
from matches.models import Entry
from tournaments.act import acting_on, require_reason
from tournaments.departures.enter_late import store_late_entry
from tournaments.departures.late_places import require_late_entries, takes_late_entries
from tournaments.draw.stage_progress import stage_progress
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
    """Add an entry and check it in; the next round draws it, with no points for those it missed.

    Raises `Refused`: `groups_fixed`, `reason_missing`, `full`, and everything wrong with the names; `Stale`
    `no_open_stage`, `rounds_all_drawn` if no round follows, or `stale`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        progress = stage_progress(ctx.tournament)
        if progress is None or not progress.is_open:
            raise Stale("no_open_stage")
        require_late_entries(ctx.tournament)
        if not progress.has_round_left:
            raise Stale("rounds_all_drawn")
        require_reason(reason)
        require_room(ctx.tournament, adding=1)
        late = store_late_entry(ctx, entry, reason, by, rng)
        ctx.act.write(JoinedStage(words=reason))
        return late


def may_join(tournament: Tournament) -> bool:
    """Return whether `join_between_rounds` is open now; no query for a bracket alone."""
    progress = stage_progress(tournament)
    return (
        progress is not None
        and progress.is_open
        and progress.has_round_left
        and takes_late_entries(tournament)
    )
