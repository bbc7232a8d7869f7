"""The bracket without the seat that the final has for the winner of a second chance."""

from dataclasses import replace

from checker.state import Match, State


def bracket_alone(state: State) -> list[Match]:
    """Return the matches of the bracket without the final's seat for the second chance.

    Such a final counts as of the round after all others of the bracket.
    """
    sides = {match.code: sides_from_second_chance(state, match) for match in state.bracket}
    plain = [match for match in state.bracket if not sides[match.code]]
    last = 1 + max((match.round for match in plain), default=0)
    return [
        _without_sides(match, sides[match.code], last) if sides[match.code] else match
        for match in state.bracket
    ]


def sides_from_second_chance(state: State, match: Match) -> set[int]:
    """Return the sides of a match that the second chance feeds."""
    return {side for side, (source, _) in match.sources.items() if source in state.second_chance}


def _without_sides(match: Match, sides: set[int], number: int) -> Match:
    """Return a copy of the match without these sides; `number`: the round that it gets."""
    return replace(
        match,
        round=number,
        seats={seat.number: seat for seat in match.seats.values() if seat.side not in sides},
        sources={side: source for side, source in match.sources.items() if side not in sides},
    )
