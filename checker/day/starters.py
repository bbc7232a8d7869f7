"""Who began a game: noted while it is played, by a cut of cards or without one."""

from collections.abc import Iterator, Sequence

from checker.day.playing import named_match
from checker.reading.lines import Data, Line
from checker.state import Match, State


def store_starter(state: State, line: Line) -> None:
    """Store the seat that began, or None if that is taken back; note faults of it and of the cuts."""
    match = named_match(state, line)
    if match is None:
        return
    state.note_faults(line, "starter", _starter_faults(state, match, line.data["seat"]))
    if line.data["cuts"]:
        state.note_faults(line, "starter", _cut_faults(state, match, line.data))
    match.starter = line.data["seat"]


def _starter_faults(state: State, match: Match, seat: int | None) -> Iterator[str]:
    """Yield why this seat cannot have begun the game."""
    if not match.started or match.sheet is not None:
        yield f"{match.code} is not being played"
    if not state.game.finishes_cycle:
        yield f"the end of a game of {state.game.word} does not depend on who began"
    if seat is not None and seat not in _taken_seats(match):
        yield f"seat {seat} of {match.code} is empty or does not exist"
    if seat == match.starter:
        yield f"seat {seat} of {match.code} is noted already"


def _cut_faults(state: State, match: Match, data: Data) -> Iterator[str]:
    """Yield faults unless all cut, those tied for the highest card cut again, and one is highest at last."""
    order, tied = state.game.cards, _taken_seats(match)
    for cut in data["cuts"]:
        cards = dict(zip(cut["seats"], cut["cards"], strict=False))
        if len(tied) < 2 or sorted(cut["seats"]) != tied or len(cut["cards"]) != len(tied):
            yield f"seats {cut['seats']} of {match.code} cut {cut['cards']}, and {tied} are to cut"
            return
        if not set(cut["cards"]) <= set(order):
            yield f"no cards are cut in {state.game.word}"
            return
        tied = _seats_with_highest(order, cards)
    if [data["seat"]] != tied:
        yield f"seat {data['seat']} of {match.code} begins, and the cards are for {tied}"


def _taken_seats(match: Match) -> list[int]:
    """Return the numbers of the seats with an entry, ascending."""
    return sorted(seat.number for seat in match.seats.values() if seat.entry)


def _seats_with_highest(order: Sequence[str], cards: dict[int, str]) -> list[int]:
    """Return the seats with the highest card, ascending; `order`: the cards, highest first."""
    best = min(order.index(card) for card in cards.values())
    return sorted(seat for seat, card in cards.items() if order.index(card) == best)
