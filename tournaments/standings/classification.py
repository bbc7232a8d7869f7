"""The final classification (domain.md §2, "Final classification"; rulebook 4 for the points).

Pure. Entries are compared by the round they reached. Within a round, those at a table without a winner come
last, and the absent come after those who played. Then by the place at the last table; then by a third-place
match; then by the score at the last table, unless an equal entry is uncounted; then by the final place of the
entry that won that table, or that took the seat of a winner who withdrew. Entries that are still equal share
the place and the points of the places they cover.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, zip_longest
from sys import maxsize

from rulesets.kernel.points import points_of
from tournaments.standings.last_tables import EntryEnd, standings
from tournaments.standings.terms import PlaceReason, Policy, Row, Score, Table, TableResult

__all__ = ["PlaceReason", "Policy", "Row", "Score", "Table", "TableResult", "classify"]

CODES = (
    "still_playing",
    "round",
    "nobody_won",
    "absent",
    "table_place",
    "third_place",
    "table_score",
    "winner_place",
)
NOWHERE = maxsize
"""The sort key for a table without a winner, or whose winner has no place."""

EarlyKey = tuple[bool, int, bool, bool, int, int]
OwnKey = tuple[bool, int, bool, bool, int, int, Score]
Key = tuple[bool, int, bool, bool, int, int, Score, int]
"""One value for each of `CODES`; smaller is better."""


def classify(
    results: Sequence[TableResult],
    entries: Collection[str],
    disqualified: Collection[str],
    withdrawn: Mapping[str, Table | None],
    points: Sequence[int],
    multiplier: int,
    ranked: bool,
    policy: Policy,
    complete: bool,
) -> tuple[Row, ...]:
    """Return one row for each place, best first; entries without a place are in none.

    `entries` are those of the draw. `withdrawn` holds entries that left before they were out: the table
    (round, number) that each had reached without a line there (never the third-place match), or None if a
    loser was promoted into its seat. `points` are those of place 1, 2 …; all points are 0 if unranked. If not
    `complete`, rows are provisional: entries still playing come first in rows marked `open`, later rounds
    first, and the others stand as if no match followed.
    """
    removed = set(disqualified)
    remaining = [entry for entry in entries if entry not in removed]
    placed = list(_group_by_place(list(standings(results, remaining, withdrawn, policy, complete))))
    scale = [multiplier * value for value in points] if ranked else []
    return tuple(_row(this, after, scale, policy) for this, after in zip_longest(placed, placed[1:]))


@dataclass(frozen=True, slots=True)
class _PlaceGroup:
    """The entries that share one place, and the key by which they were compared."""

    place: int
    key: Key
    entries: tuple[str, ...]
    uncounted: tuple[Table, ...] = ()


def _group_by_place(found: list[EntryEnd]) -> Iterator[_PlaceGroup]:
    """Yield the entries by place.

    The winner of a table stands in an earlier group than its losers, so the winner's place is known when the
    losers are compared by it.
    """
    known = {end.entry for end in found}
    places: dict[str, int] = {}
    for own, group, uncounted in _group_by_score(found):
        behind = _group_by_winner_place(group, places, known)
        for winner_place in sorted(behind):
            place = len(places) + 1
            sharing = behind[winner_place]
            places.update(dict.fromkeys(sharing, place))
            yield _PlaceGroup(place, (*own, winner_place), sharing, uncounted)


def _group_by_score(
    found: Sequence[EntryEnd],
) -> Iterator[tuple[OwnKey, Sequence[EntryEnd], tuple[Table, ...]]]:
    """Yield (key, entries equal up to the score, tables whose uncounted cards exclude the score)."""
    ordered = sorted(found, key=lambda end: (_early_key(end), end.entry))
    for early, group in groupby(ordered, key=_early_key):
        equals = list(group)
        uncounted = _uncounted(equals)
        by_score: dict[Score, list[EntryEnd]] = {}
        for end in equals:
            by_score.setdefault(0 if uncounted else -(end.score or 0), []).append(end)
        for score in sorted(by_score):
            yield (*early, score), by_score[score], uncounted


def _uncounted(equals: Sequence[EntryEnd]) -> tuple[Table, ...]:
    """Return the uncounted tables that prevent a comparison by score; none if there is only one entry."""
    tables = {end.table for end in equals if end.score is None and end.table}
    return tuple(sorted(tables)) if len(equals) > 1 else ()


def _group_by_winner_place(
    group: Sequence[EntryEnd], places: Mapping[str, int], known: Collection[str]
) -> dict[int, tuple[str, ...]]:
    """Group equal entries by the place of the winner of their table.

    A table without a winner, or whose winner has no place, comes last. In a record of the first format, a
    winner without a place yet (it left and a loser took its seat) counts as placed here, behind all who
    reached more; in later formats the table has the place of the entry that took the seat.
    """
    behind: dict[int, list[str]] = {}
    for end in group:
        otherwise = len(places) + 1 if end.winner in known else NOWHERE
        behind.setdefault(places.get(end.winner or "", otherwise), []).append(end.entry)
    return {winner_place: tuple(sharing) for winner_place, sharing in behind.items()}


def _early_key(end: EntryEnd) -> EarlyKey:
    """Return the key by which entries are grouped before scores: how far they came, and how it ended."""
    return (
        not end.playing,
        -end.round,
        end.nobody_won,
        end.absent,
        end.table_place,
        end.third_place,
    )


def _row(placed: _PlaceGroup, following: _PlaceGroup | None, scale: Sequence[int], policy: Policy) -> Row:
    """Return the row of a group, with its points and what separates it from the next."""
    playing = not placed.key[0]
    sharers = len(placed.entries)
    points = Fraction(0) if playing else points_of(scale, placed.place, sharers, policy.shared_points)
    why = _place_reason(placed.key, following.key) if following else None
    return Row(placed.place, placed.entries, points, why, open=playing, uncounted=placed.uncounted)


def _place_reason(own: Key, following: Key) -> PlaceReason:
    """Return the first rule by which the two keys differ."""
    index = next(index for index in range(len(CODES)) if own[index] != following[index])
    code = CODES[index]
    if code in {"still_playing", "nobody_won", "absent"}:
        return PlaceReason(code)
    return PlaceReason(code, {"own": _plain(code, own[index]), "next": _plain(code, following[index])})


def _plain(code: str, value: Score) -> int | str | None:
    """Return a compared value as pages and the record write it."""
    if value == NOWHERE:
        return None
    told = Fraction(-value if code in {"round", "table_score"} else value)
    return told.numerator if told.denominator == 1 else str(told)
