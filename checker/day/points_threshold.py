"""Who played: with fewer than eight people a ranked tournament gives no points for the season."""

from collections.abc import Iterator

from checker.reading import words
from checker.state import Match, State


def reason_without_points(state: State) -> str | None:
    """Return `fewer_than_8_played` if a ranked tournament gives no points for the season, else None.

    None in the first format, which has no such reason.
    """
    if not state.setup["ranked"] or not state.is_second_format:
        return None
    counted = (match for match in state.matches.values() if match.code not in state.second_chance)
    played = {person for match in counted for person in _people_who_played(state, match)}
    return "fewer_than_8_played" if len(played) < words.RANKED_PEOPLE else None


def _people_who_played(state: State, match: Match) -> Iterator[str]:
    """Yield the people of the sides that came, if the match started with at least two of them."""
    if match.sheet is None or not match.started:
        return
    side_of = state.sides_by_player(match)
    absent = {side_of.get(line["player"]) for line in match.sheet["lines"] if line["out"] == "absent"}
    there = {person: side for person, side in side_of.items() if side not in absent}
    if len(set(there.values())) > 1:
        yield from there
