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
    """Seat the winner (and, for a third-place match, a loser) at the matches that this one feeds."""
    for later in lineup.following:
        for side in later.sides:
            if side.source_id == lineup.match.pk:
                entry = _taker(lineup, side.take)
                seats = [seat for seat in later.seats if seat.side_id == side.pk]
                _sit(ctx, side, seats, entry, lineup.people_of(entry))
                _settle(ctx, later)


def entry_for_seat(match: Match, take: str) -> Entry | None:
    """Return the entry of the finished match that takes the seat; None if none can."""
    return _taker(Lineup(match), take)


def _taker(lineup: Lineup, take: str) -> Entry | None:
    """Return the entry of this match that the seat takes, if it is still in the tournament."""
    winner = lineup.match.winner
    if take == Take.WINNER:
        return winner if is_live(winner) else None
    beaten = [side for side in lineup.sides if is_live(side.entry) and side.entry != winner]
    placed = [(side.place, side.number, side.entry) for side in beaten if side.place and not side.absent]
    return min(placed)[2] if placed else None


def is_live(entry: Entry | None) -> bool:
    """Return whether this is a checked-in entry, which will play."""
    return entry is not None and entry.state == EntryState.CHECKED_IN


def fill_side(ctx: ActContext, side: Side, entry: Entry | None, *, exception: str = "") -> None:
    """Give the side to the entry, and each of its seats to one of the entry's people.

    `exception` is the reason if the bracket does not send this entry.
    """
    seats = list(Seat.objects.filter(side=side).order_by("number"))
    _sit(ctx, side, seats, entry, people_of(entry), exception=exception)
    save_rows([side.match], "changed_seq")


def _sit(
    ctx: ActContext,
    side: Side,
    seats: Sequence[Seat],
    entry: Entry | None,
    people: Sequence[Persona],
    *,
    exception: str = "",
) -> None:
    """Save the side and its seats with this entry and these people."""
    side.entry, side.filled, side.exception = entry, True, exception
    save_rows([side], "entry", "filled", "exception")
    takers: Sequence[Persona | None] = people or [None] * len(seats)
    for seat, persona in zip(seats, takers, strict=True):
        seat.persona = persona
    save_rows(seats, "persona")
    _write_seats(ctx, side.match, entry, seats)
    ctx.touch(side.match)


def write_seat(ctx: ActContext, match: Match, side: Side) -> None:
    """Record the seats of a side as the database has them."""
    seats = list(Seat.objects.filter(side=side).select_related("persona").order_by("number"))
    _write_seats(ctx, match, side.entry, seats)


def _write_seats(ctx: ActContext, match: Match, entry: Entry | None, seats: Sequence[Seat]) -> None:
    for seat in seats:
        _write_seat(ctx, match, entry, seat, names_player=len(seats) > 1)


def _write_seat(
    ctx: ActContext, match: Match, entry: Entry | None, seat: Seat, *, names_player: bool
) -> None:
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
    """Record that the other member of the pair sits there now."""
    _write_seat(ctx, seat.match, seat.side.entry, seat, names_player=True)
    ctx.touch(seat.match)
    seat.match.save(update_fields=["changed_seq"])


def write_suits(ctx: ActContext, match: Match, seats: Sequence[Seat]) -> None:
    """Record the suits that these seats were given by hand."""
    pairs = match.seats.count() > match.sides.count()
    for seat in seats:
        _write_seat(ctx, match, seat.side.entry, seat, names_player=pairs)


def people_of(entry: Entry | None) -> list[Persona]:
    """Return the people of a live entry in order; empty for None."""
    members = Member.objects.filter(entry=entry, live=True) if entry else Member.objects.none()
    return [member.persona for member in members.select_related("persona").order_by("position")]


def settle_result(ctx: ActContext, match: Match) -> None:
    """Make a match ready once every side is known; end it at once if no entry comes.

    A called match stays called.
    """
    _settle(ctx, Lineup(match))


def _settle(ctx: ActContext, lineup: Lineup) -> None:
    match, sides = lineup.match, lineup.sides
    if all(side.filled for side in sides) and match.state == MatchState.WAITING:
        match.state = MatchState.READY
    save_rows([match], "state", "changed_seq")
    if match.state in (MatchState.READY, MatchState.CALLED) and not any(s.entry_id for s in sides):
        by, ctx.act.by = ctx.act.by, SYSTEM_ACTOR
        store_empty_match(ctx, lineup)
        advance(ctx, lineup)
        ctx.act.by = by
