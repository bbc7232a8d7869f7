"""Count at the table while a match is played: one small write a tap, without the record and its lock.

A tally is scratch paper; only a sheet that a judge records counts.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import Player
from core.errors import Refused, Stale, Violation, refuse_all
from matches.models import MatchState, TableTally
from rulesets.kernel.counting import Change, Tally, changed, check_change
from tournaments.act import require_not_closed
from tournaments.models import Tournament
from tournaments.play.count_selectors import TableCount, plain
from tournaments.policies import require_counting
from tournaments.tables.cards import Phone, claim_of


def note_count(
    tournament: Tournament,
    count: TableCount,
    *,
    player: str,
    change: Change,
    version: int,
    by: Player | None,
    now: datetime,
    phone: Phone | None = None,
    game: str | None = None,
) -> TableCount:
    """Change one player's tally, if it still has `version`, and return the new count.

    A `phone` of the table's card may count if it claimed a seat. Raises `Refused` with all violations, and
    `Stale`: `count_void` if another game than `game` has begun, `match_…` if none is in play, `count_changed`
    if another phone changed the tally first.
    """
    require_not_closed(tournament)
    claimed = phone is not None and claim_of(count.match, phone, now) is not None
    require_counting(tournament, count.match, by, claimed=claimed)
    if count.match.state != MatchState.PLAYING:
        raise Stale(f"match_{count.match.state}")
    if game is not None and game != count.game:
        raise Stale("count_void")
    before = count.tally(player)
    if before is None:
        raise Refused([Violation("not_at_this_table", {"player": player}, "player")])
    if version != count.versions[player]:
        raise Stale("count_changed")
    refuse_all(check_change(count.aid.board, change))
    after = changed(count.aid, count.tallies, player, change)
    refuse_all(count.aid.check(after))
    if after == before:
        return count
    _store(count, after, version)
    return count.with_tally(after, version + 1)


def _store(count: TableCount, tally: Tally, version: int) -> None:
    """Save a tally by compare-and-set on its version; version 0 creates the row."""
    mine = {"match": count.match, "game": count.game, "persona_id": count.personas[tally.player]}
    if version == 0:
        try:
            with transaction.atomic():
                TableTally.objects.create(**mine, data=plain(tally))
        except IntegrityError:
            raise Stale("count_changed") from None
        return
    rows = TableTally.objects.filter(**mine, version=version)
    if not rows.update(data=plain(tally), version=version + 1):
        raise Stale("count_changed")
