"""Seat the entries of an ended match at later matches.

Fills each side whose source is the match, with one record line a seat. A match whose sides are all known
becomes ready; one that no entry reaches ends without a winner, and the seats it feeds stay empty.
"""

from collections.abc import Sequence

from accounts.models import Persona
from core.db.compiled_query import save_rows
from core.record.act import SYSTEM_ACTOR
from matches.lineups import Lineup
from matches.models import Entry, EntryState, Match, MatchState, Member, Seat, Side, Take
from tournaments.act import ActContext
from tournaments.lines.matches import SeatFilled
from tournaments.sheets.store import store_empty_match


def advance(ctx: ActContext, lineup: Lineup) -> None:
    """Save and record the winner at the matches that this one feeds; losers too where the bracket says so.

    Each of those becomes ready or ends as `settle_readiness` says. One that ends may feed another of them,
    which then is read again.
    """
    has_ended = False
    for known in lineup.following:
        later = Lineup(Match.objects.get(pk=known.match.pk)) if has_ended else known
        for side in later.sides:
            if side.source_id == lineup.match.pk:
                entry = taker_of(lineup, side)
                seats = [seat for seat in later.seats if seat.side_id == side.pk]
                _seat_people(ctx, side, seats, entry, lineup.people_of(entry))
                has_ended |= _save_ready_or_end(ctx, later)


def entry_for_seat(match: Match, side: Side) -> Entry | None:
    """Return the entry of the finished match that takes a side which it feeds; None if none can."""
    return taker_of(Lineup(match), side)


def taker_of(lineup: Lineup, fed: Side) -> Entry | None:
    """Return the live entry that takes the side: the winner, or a loser who came; else None."""
    winner = lineup.match.winner
    if fed.take == Take.WINNER:
        return winner if is_live(winner) else None
    if fed.source_side is not None:
        return _loser_of(lineup, fed.source_side)
    placed = [(side.place, side.number, side.entry) for side in lineup.sides if _has_lost(lineup, side)]
    return min(placed)[2] if placed else None


def _loser_of(lineup: Lineup, number: int) -> Entry | None:
    """Return the entry of a side that lost there; if the side won, the entry of side 1.

    None if that entry left, did not come, or has no place there.
    """
    sides = {side.number: side for side in lineup.sides}
    won = sides[number].entry_id is not None and sides[number].entry_id == lineup.match.winner_id
    loser = sides[1] if won else sides[number]
    return loser.entry if _has_lost(lineup, loser) else None


def _has_lost(lineup: Lineup, side: Side) -> bool:
    """Return whether the side came and has a place, did not win, and its entry is live."""
    beaten = is_live(side.entry) and side.entry_id != lineup.match.winner_id
    return beaten and side.place is not None and not side.absent


def is_live(entry: Entry | None) -> bool:
    """Return whether this is a checked-in entry, neither withdrawn nor disqualified, even if it is beaten."""
    return entry is not None and entry.state == EntryState.CHECKED_IN


def fill_side(ctx: ActContext, side: Side, entry: Entry | None, *, exception: str = "") -> None:
    """Save and record the entry (None: no one) on the side, and each of its people on a seat.

    The caller settles the match (`settle_readiness`). `exception` is the reason if the bracket does not send
    this entry.
    """
    seats = list(Seat.objects.filter(side=side).order_by("number"))
    _seat_people(ctx, side, seats, entry, people_of(entry), exception=exception)
    save_rows([side.match], "changed_seq")


def _seat_people(
    ctx: ActContext,
    side: Side,
    seats: Sequence[Seat],
    entry: Entry | None,
    people: Sequence[Persona],
    *,
    exception: str = "",
) -> None:
    """Save and record the side and its seats with this entry and its people; None empties them."""
    side.entry, side.filled, side.exception = entry, True, exception
    save_rows([side], "entry", "filled", "exception")
    takers: Sequence[Persona | None] = people or [None] * len(seats)
    for seat, persona in zip(seats, takers, strict=True):
        seat.persona = persona
    save_rows(seats, "persona")
    _write_seats(ctx, side.match, entry, seats)
    ctx.touch(side.match)


def write_seats_of_side(ctx: ActContext, match: Match, side: Side) -> None:
    """Record the seats of a side as the database has them."""
    seats = list(Seat.objects.filter(side=side).select_related("persona").order_by("number"))
    _write_seats(ctx, match, side.entry, seats)


def _write_seats(ctx: ActContext, match: Match, entry: Entry | None, seats: Sequence[Seat]) -> None:
    """Record a line for each of the entry's seats; the lines of a pair name the person."""
    for seat in seats:
        _write_seat(ctx, match, entry, seat, names_player=len(seats) > 1)


def _write_seat(
    ctx: ActContext, match: Match, entry: Entry | None, seat: Seat, *, names_player: bool
) -> None:
    """Record who sits on one seat."""
    ctx.act.write(
        SeatFilled(
            match=match.code,
            seat=seat.number,
            entry=entry.code if entry else None,
            player=seat.persona.code if seat.persona and names_player else None,
            suit=seat.suit or None,
        )
    )


def write_partner(ctx: ActContext, seat: Seat) -> None:
    """Record that the other member of the pair sits there now, and save the match's record number."""
    _write_seat(ctx, seat.match, seat.side.entry, seat, names_player=True)
    ctx.touch(seat.match)
    seat.match.save(update_fields=["changed_seq"])


def write_suits(ctx: ActContext, match: Match, seats: Sequence[Seat]) -> None:
    """Record the suits that these seats were given by hand; they are saved on the seats before."""
    pairs = match.seats.count() > match.sides.count()
    for seat in seats:
        _write_seat(ctx, match, seat.side.entry, seat, names_player=pairs)


def people_of(entry: Entry | None) -> list[Persona]:
    """Return the live members of an entry in order; [] for None, or for an entry that left."""
    members = Member.objects.filter(entry=entry, live=True) if entry else Member.objects.none()
    return [member.persona for member in members.select_related("persona").order_by("position")]


def settle_readiness(ctx: ActContext, match: Match) -> None:
    """Save a match as ready once every side is known; end it at once if no entry comes.

    Ending it is recorded, and fills the sides that it feeds. A called match stays called.
    """
    _save_ready_or_end(ctx, Lineup(match))


def _save_ready_or_end(ctx: ActContext, lineup: Lineup) -> bool:
    """Save a match as ready once every side is known; end it if no entry comes, and fill what it feeds.

    Return whether it ended.
    """
    match, sides = lineup.match, lineup.sides
    if all(side.filled for side in sides) and match.state == MatchState.WAITING:
        match.state = MatchState.READY
    save_rows([match], "state", "changed_seq")
    is_over = match.state in (MatchState.READY, MatchState.CALLED) and not any(s.entry_id for s in sides)
    if is_over:
        by, ctx.act.by = ctx.act.by, SYSTEM_ACTOR
        store_empty_match(ctx, lineup)
        advance(ctx, lineup)
        ctx.act.by = by
    return is_over
