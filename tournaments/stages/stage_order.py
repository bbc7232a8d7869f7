"""The order of the entries within a stage whose rounds are all played by everyone (Swiss, groups).

Entries are compared by points; then by the points of their opponents; then by their places at the tables;
then by table scores; those still equal share the place. Each of the last three is an average over games,
so that byes, rounds missed and sizes of tables have no influence; it is 0 for an entry without a game.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, zip_longest

from tournaments.stages.rounds import Groups

Number = Fraction | int

CODES = ("points", "opponents", "placement", "score")
Key = tuple[Fraction, Fraction, Fraction, Fraction]
"""One value for each of `CODES`; more is better."""


@dataclass(frozen=True, slots=True)
class StageGame:
    """One game of a stage that has a result; a bye is none.

    `placement`: entries by place, tied ones together, the absent last. `scores`: the table score of each
    entry, None if its cards are uncounted; an entry without one (a walkover) has nothing to count.
    """

    round: int
    number: int
    placement: tuple[tuple[str, ...], ...]
    scores: Mapping[str, Number | None] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[str, ...]:
        """Return everyone at the table."""
        return tuple(entry for tied in self.placement for entry in tied)


@dataclass(frozen=True, slots=True)
class StageResults:
    """What was played in the rounds drawn so far.

    `points` has every entry that was drawn. `byes` and `short_tables`: how often it had one. `disqualified`
    entries have no place. `groups`: as the first round dealt them; None for a kind without groups. `came`:
    who was present at a match of at least two.
    """

    points: Mapping[str, Number]
    games: Sequence[StageGame]
    byes: Mapping[str, int]
    short_tables: Mapping[str, int]
    disqualified: frozenset[str]
    rounds: int
    groups: Groups | None = None
    came: frozenset[str] = frozenset()

    def opponents(self) -> dict[str, tuple[str, ...]]:
        """Return everyone that each entry met, as often as they met; entries without a game are left out."""
        return {
            code: tuple(other for game in games for other in game.entries if other != code)
            for code, games in games_by_entry(self.games).items()
        }


@dataclass(frozen=True, slots=True)
class StageReason:
    """The rule that separates a row from the next, with both values; fractions are strings (`"27/2"`).

    `points` {own, next} · `opponents` {own, next} · `placement` {own, next} · `score`
    {own, next} · `group` {own, next}: places within their groups, of entries of several groups
    """

    code: str
    facts: Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class StageRow:
    """One place and the codes of the entries that share it.

    `uncounted`: round and number of games whose uncounted cards exclude the comparison by table score.
    `group`: the number of the group from 1, if the place is one within a group.
    """

    place: int
    entries: tuple[str, ...]
    why: StageReason | None
    uncounted: tuple[tuple[int, int], ...] = ()
    group: int | None = None


def order_of_stage(
    points: Mapping[str, Number], games: Sequence[StageGame], without: Collection[str] = ()
) -> tuple[StageRow, ...]:
    """Return one row for each place, best first.

    `points` has everyone who played in the stage, also those who left. Entries in `without` (disqualified)
    have no place, but their opponents met them.
    """
    played = games_by_entry(games)
    found = {
        entry: _stage_record(entry, points, played.get(entry, ()))
        for entry in sorted(points)
        if entry not in without
    }
    groups = list(_group_by_place(found))
    rows = []
    place = 1
    for group, following in zip_longest(groups, groups[1:]):
        why = _reason(group.key, following.key) if following else None
        rows.append(StageRow(place, group.entries, why, group.uncounted))
        place += len(group.entries)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class StageValues:
    """What an entry has in the stage so far: points, the average of its opponents' points, and games."""

    points: Fraction
    opponents: Fraction
    games: int


def values_in_stage(points: Mapping[str, Number], games: Sequence[StageGame]) -> dict[str, StageValues]:
    """Return the values of each entry in `points`, for people to read beside the order."""
    played = games_by_entry(games)
    return {
        entry: StageValues(
            *_stage_record(entry, points, played.get(entry, ())).key[:2], len(played.get(entry, ()))
        )
        for entry in points
    }


@dataclass(frozen=True, slots=True)
class _StageRecord:
    """What an entry is compared by, and its games without counted cards."""

    key: Key
    uncounted: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _EqualEntries:
    """Entries that share a place."""

    key: Key
    entries: tuple[str, ...]
    uncounted: tuple[tuple[int, int], ...] = ()


def games_by_entry(games: Iterable[StageGame]) -> dict[str, list[StageGame]]:
    """Return the games of each entry, in the order given."""
    found: dict[str, list[StageGame]] = defaultdict(list)
    for game in games:
        for entry in game.entries:
            found[entry].append(game)
    return found


def _stage_record(entry: str, points: Mapping[str, Number], own: Sequence[StageGame]) -> _StageRecord:
    """Return the values of an entry over its own games."""
    scores = [game.scores[entry] for game in own if entry in game.scores]
    key = (
        Fraction(points[entry]),
        _mean([_opponents_points(entry, points, game) for game in own]),
        _mean([placement_value(entry, game) for game in own]),
        _mean([Fraction(score) for score in scores if score is not None]),
    )
    uncounted = ((game.round, game.number) for game in own if game.scores.get(entry, 0) is None)
    return _StageRecord(key, tuple(sorted(uncounted)))


def _opponents_points(entry: str, points: Mapping[str, Number], game: StageGame) -> Fraction:
    """Return the mean of the points that the opponents of one game have in the stage."""
    return _mean([Fraction(points[other]) for other in game.entries if other != entry])


def placement_value(entry: str, game: StageGame) -> Fraction:
    """Return (n − place) / (n − 1), 1 for a first place and 0 for a last; tied entries share the mean.

    0 for an entry that was not there.
    """
    above, most = 0, len(game.entries)
    for tied in game.placement:
        if entry in tied:
            place = above + Fraction(len(tied) + 1, 2)
            return (most - place) / (most - 1)
        above += len(tied)
    return Fraction(0)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _group_by_place(found: Mapping[str, _StageRecord]) -> Iterator[_EqualEntries]:
    """Yield entries by place; the table score is left out for equals of whom one has uncounted cards."""
    best_first = sorted(found, key=lambda entry: found[entry].key[:3], reverse=True)
    for _, equals in groupby(best_first, key=lambda entry: found[entry].key[:3]):
        group = sorted(equals)
        games = {game for entry in group for game in found[entry].uncounted}
        if len(group) > 1 and games:
            yield _EqualEntries(found[group[0]].key, tuple(group), tuple(sorted(games)))
        else:
            yield from _group_by_score(group, found)


def _group_by_score(group: Sequence[str], found: Mapping[str, _StageRecord]) -> Iterator[_EqualEntries]:
    """Yield entries that are equal up to the table score, best first."""
    for score in sorted({found[entry].key[3] for entry in group}, reverse=True):
        sharing = tuple(entry for entry in group if found[entry].key[3] == score)
        yield _EqualEntries(found[sharing[0]].key, sharing)


def _reason(own: Key, following: Key) -> StageReason:
    """Return the first rule by which the two keys differ."""
    code, mine, other = next(
        (code, mine, other) for code, mine, other in zip(CODES, own, following, strict=True) if mine != other
    )
    return StageReason(code, {"own": _plain(mine), "next": _plain(other)})


def _plain(value: Fraction) -> int | str:
    """Return a compared value as pages and the record write it."""
    return value.numerator if value.denominator == 1 else str(value)
