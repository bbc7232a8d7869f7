"""Note which seat began a game (1.4) while it is played, so that its last cycle is known when
time is called.
"""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Match, MatchState
from rulesets.kernel.turns import StarterCut, leading
from rulesets.registry import game_of
from tournaments.act import acting_on
from tournaments.lines.matches import CutForStarter, StarterNoted
from tournaments.models import Tournament
from tournaments.play.clock import fresh_match
from tournaments.rules_of import rules_of


def note_starter(
    match: Match,
    *,
    seat: int | None,
    cuts: Sequence[StarterCut] = (),
    by: Player,
    now: datetime,
    seen: int | None = None,
) -> Match:
    """Note which seat began the game in play, or which one the cuts of cards chose; None: unknown again.

    The same again changes nothing. Raises `Refused`: `starter_off`, `not_in_record`, `starter_seat`,
    `starter_cut_wrong`, `starter_tied` with the seats that cut again; `Stale` `match_ready` and the like.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = fresh_match(ctx, match, seen)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        starter = _starter(ctx.tournament, fresh, seat, cuts)
        if starter == fresh.starter:
            return fresh
        lines = [CutForStarter(cut.seats, cut.cards) for cut in cuts]
        ctx.act.write(StarterNoted(fresh.code, starter, lines))
        fresh.starter = starter
        ctx.touch(fresh)
        fresh.save(update_fields=["starter", "changed_seq"])
        return fresh


def cycle_of(tournament: Tournament, seats: Sequence[int], starter: int) -> tuple[int, ...]:
    """Return the seats in order of their turns; empty if it does not matter, or the record's
    format lacks it.
    """
    if tournament.record_format < StarterNoted.since:
        return ()
    return game_of(tournament.game).turn_order(rules_of(tournament), seats, starter)


def _starter(
    tournament: Tournament, match: Match, seat: int | None, cuts: Sequence[StarterCut]
) -> int | None:
    """Return the seat to note: the given one, or the one that the cuts chose."""
    if tournament.record_format < StarterNoted.since:
        raise Refused([Violation("not_in_record", field="seat")])
    seats = list(
        match.seats.filter(persona__isnull=False).order_by("number").values_list("number", flat=True)
    )
    if not cycle_of(tournament, seats, seats[0]):
        raise Refused([Violation("starter_off", field="seat")])
    found = _by_cuts(tournament, seats, cuts) if cuts else seat
    if found is not None and found not in seats:
        raise Refused([Violation("starter_seat", field="seat")])
    if cuts and seat not in (None, found):
        raise Refused([Violation("starter_cut_wrong", field="seat", rule="1.4")])
    return found


def _by_cuts(tournament: Tournament, seats: Sequence[int], cuts: Sequence[StarterCut]) -> int:
    """Return the seat with the highest card. Raise `Refused` if the cuts are not decisive."""
    first = leading(game_of(tournament.game).sheet_terms.cards, seats, cuts)
    if not first:
        raise Refused([Violation("starter_cut_wrong", field="cuts", rule="1.4")])
    if len(first) > 1:
        raise Refused([Violation("starter_tied", {"seats": list(first)}, "cuts", "1.4")])
    return first[0]
