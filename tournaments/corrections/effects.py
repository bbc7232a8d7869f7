"""Compare two overviews of a tournament, before and after a change."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import all_rounds
from tournaments.models import Tournament
from tournaments.standings.selectors import StandingRow, standings_of

Players = tuple[tuple[str, ...], ...]
"""The names of each side's people, or the words for what feeds it; () for neither."""


@dataclass(frozen=True, slots=True)
class MatchOverview:
    """One match in brief: its round and number (`place`, `1.3`), state, and names of each side.

    `winner`: the names of the winning side; () without one.
    """

    code: str
    place: str
    state: str
    players: Players
    winner: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """All matches and final places of a tournament at one moment, by the codes of matches and entries."""

    matches: Mapping[str, MatchOverview]
    places: Mapping[str, StandingRow]


@dataclass(frozen=True, slots=True)
class MatchEffect:
    """One match before and after."""

    before: MatchOverview
    after: MatchOverview


@dataclass(frozen=True, slots=True)
class PlaceEffect:
    """One entry's line in the standings before and after; None if they do not have it."""

    names: tuple[str, ...]
    before: StandingRow | None
    after: StandingRow | None


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that differs: matches in bracket order, places from the top."""

    matches: tuple[MatchEffect, ...]
    places: tuple[PlaceEffect, ...]


def overview_of(tournament: Tournament) -> Overview:
    """Read the tournament from the database."""
    rows = {row.entry_code: row for row in standings_of(tournament)}
    matches = [_match_overview(view) for round_ in all_rounds(tournament) for view in round_.matches]
    return Overview({match.code: match for match in matches}, rows)


def effects_between(before: Overview, after: Overview) -> Effects:
    """Return the matches and places that differ; `after` must have every match of `before`."""
    matches = tuple(
        MatchEffect(match, after.matches[code])
        for code, match in before.matches.items()
        if match != after.matches[code]
    )
    codes = [*after.places, *(code for code in before.places if code not in after.places)]
    places = (_place_effect(before.places.get(code), after.places.get(code)) for code in codes)
    return Effects(matches, tuple(place for place in places if place is not None))


def _match_overview(view: MatchView) -> MatchOverview:
    """Return the match in brief; a side without people has the words for what feeds it."""
    players = tuple(side.names or ((side.feed,) if side.feed else ()) for side in view.sides)
    winner = next((side.names for side in view.sides if side.is_winner), ())
    return MatchOverview(view.code, f"{view.round}.{view.number}", view.state, players, winner)


def _place_effect(before: StandingRow | None, after: StandingRow | None) -> PlaceEffect | None:
    """Return an entry's places before and after; None if no reader would notice a difference."""
    if _comparable(before) == _comparable(after):
        return None
    shown = after or before
    return PlaceEffect(shown.names if shown else (), before, after)


def _comparable(row: StandingRow | None) -> tuple[object, ...] | None:
    """Return the values that readers would notice; an entry that still plays has no place."""
    return None if row is None else (row.place if row.is_placed else True, row.points_text)
