"""Whom the bracket says a seat is for, from what is recorded so far."""

from records.checker.replay.state import Seat, Sheet, State

Takers = frozenset[str | None]


def takers(state: State, seat: Seat) -> Takers | None:
    """Who may sit there, None among them where the seat may be empty; None while nobody knows yet."""
    if seat.kept:
        return frozenset([seat.entry])
    if seat.by_hand:
        return frozenset([seat.entry if state.is_live(seat.entry) else None])
    return from_bracket(state, seat)


def from_bracket(state: State, seat: Seat) -> Takers | None:
    """The same, whatever was done by hand or kept before."""
    if seat.source is None:
        return frozenset([seat.drawn if state.is_live(seat.drawn) else None])
    source = state.match(seat.source)
    if source is None or source.current is None:
        return None
    return taken_from(state, source.current, seat.take)


def taken_from(state: State, sheet: Sheet, take: str) -> Takers:
    """Whom of a decided match a seat takes."""
    if take == "winner":
        return frozenset([sheet.winner if state.is_live(sheet.winner) else None])
    live = [entry for tied in sheet.placement for entry in tied if state.is_live(entry)]
    losers = [entry for entry in live if entry != sheet.winner]
    came = [entry for entry in losers if entry not in sheet.absent]
    if take == "lucky":
        return frozenset({*came, None})
    return frozenset(came[:1]) or frozenset({None} if state.since_2 else {*losers, None})


def holds(state: State, seat: Seat) -> bool:
    """Whether the seat is filled as the bracket says, with a player of its entry in pairs."""
    expected = takers(state, seat)
    if not seat.filled or expected is None:
        return expected is None and not seat.filled
    return seat.entry in expected and _player_fits(state, seat)


def _player_fits(state: State, seat: Seat) -> bool:
    if seat.entry is None or state.team_size in (None, 1):
        return seat.player is None
    return seat.entry in state.entries and seat.player in state.entries[seat.entry].players
