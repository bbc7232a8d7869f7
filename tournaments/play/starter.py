"""Note which seat began a game (1.4) while it is played, so that its last cycle is known when
time is called.
"""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Match, MatchState
from rulesets.kernel.turns import StarterCut, leading_seats
from rulesets.registry import game_of
from tournaments.act import acting_on
from tournaments.lines.matches import CutForStarter, StarterNoted
from tournaments.models import Tournament
from tournaments.play.clock import refetch_open_match
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
    """Record which seat began the game in play, or which one the cuts of cards chose.

    `seat` is its number, None for unknown again. The same again changes nothing. Raises `Refused`:
    `starter_off`, `not_in_record`, `starter_seat`, `starter_cut_wrong`, `starter_tied` with the seats that
    cut again; `Stale` `match_ready` and the like.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = refetch_open_match(ctx, match, seen)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        starter = _require_starter(ctx.tournament, fresh, seat, cuts)
        if starter == fresh.starter:
            return fresh
        lines = [CutForStarter(cut.seats, cut.cards) for cut in cuts]
        ctx.act.write(StarterNoted(fresh.code, starter, lines))
        fresh.starter = starter
        ctx.touch(fresh)
        fresh.save(update_fields=["starter", "changed_seq"])
        return fresh


def cycle_of(tournament: Tournament, seats: Sequence[int], starter: int) -> tuple[int, ...]:
    """Return the seats (numbers) in order of their turns, the starter first.

    Empty if the order does not matter in this game, or the record's format lacks it.
    """
    if tournament.record_format < StarterNoted.since:
        return ()
    return game_of(tournament.game).turn_order(rules_of(tournament), seats, starter)


def _require_starter(
    tournament: Tournament, match: Match, seat: int | None, cuts: Sequence[StarterCut]
) -> int | None:
    """Return the seat to note: the given one, or the one that the cuts chose; None for unknown.

    Raises `Refused` `not_in_record`, `starter_off`, `starter_seat`, `starter_cut_wrong`, `starter_tied`.
    """
    if tournament.record_format < StarterNoted.since:
        raise Refused([Violation("not_in_record", field="seat")])
    seats = list(
        match.seats.filter(persona__isnull=False).order_by("number").values_list("number", flat=True)
    )
    if not cycle_of(tournament, seats, seats[0]):
        raise Refused([Violation("starter_off", field="seat")])
    found = _require_highest(tournament, seats, cuts) if cuts else seat
    if found is not None and found not in seats:
        raise Refused([Violation("starter_seat", field="seat")])
    if cuts and seat not in (None, found):
        raise Refused([Violation("starter_cut_wrong", field="seat", rule="1.4")])
    return found


def _require_highest(tournament: Tournament, seats: Sequence[int], cuts: Sequence[StarterCut]) -> int:
    """Return the seat (number) with the highest card.

    Raises `Refused` `starter_cut_wrong` if the cards cannot be these, `starter_tied` if several are highest.
    """
    first = leading_seats(game_of(tournament.game).sheet_terms.cards, seats, cuts)
    if not first:
        raise Refused([Violation("starter_cut_wrong", field="cuts", rule="1.4")])
    if len(first) > 1:
        raise Refused([Violation("starter_tied", {"seats": list(first)}, "cuts", "1.4")])
    return first[0]
