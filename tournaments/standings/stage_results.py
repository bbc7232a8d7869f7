"""The results of a stage before the bracket, as pairing and order read them, with few queries for any size.

A *game* is a match at which at least two entries were present; it is of those only. So a walkover is a win,
but no opponent was met. A bye is a match of one side.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from matches.models import Entry, EntryState, MatchState, Side
from tournaments.match_views.group_numbers import read_groups
from tournaments.models import Tournament
from tournaments.stages.kinds import stage_plan
from tournaments.stages.points import WIN, points_of_match
from tournaments.stages.rounds import Groups, numbers_by_entry
from tournaments.stages.stage_order import Number, StageGame, StageResults


class _StageSide(NamedTuple):
    """A side of a match of the stage."""

    match: int
    round: int
    number: int
    state: str
    winner: str | None
    entry: str | None
    drawn: str | None
    place: int | None
    score: int | None
    absent: bool


StageTable = Sequence[_StageSide]


def read_stage_results(tournament: Tournament) -> StageResults:
    """Read the results of the stage before the bracket; corrected ones as they count now."""
    return read_results_in_groups(tournament, read_groups(tournament))


def read_results_in_groups(
    tournament: Tournament, groups: Groups | None, *, before: int | None = None
) -> StageResults:
    """Read the results as `read_stage_results` does, of a stage whose groups are known.

    `before`: only those of the rounds before this one.
    """
    tables, plan = _tables(tournament, before), stage_plan(tournament.stages)
    gone = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.DISQUALIFIED)
    return StageResults(
        points=_points(tables, plan.points if plan else WIN),
        games=[game for sides in tables if (game := _as_stage_game(sides))],
        byes=Counter(sides[0].drawn for sides in tables if len(sides) == 1 and sides[0].drawn),
        short_tables=Counter(_find_at_short_tables(tables, numbers_by_entry(groups or ()))),
        disqualified=frozenset(gone.values_list("code", flat=True)),
        rounds=max((sides[0].round for sides in tables), default=0),
        groups=groups,
        came=frozenset(_find_present(tables)),
    )


def _tables(tournament: Tournament, before: int | None) -> list[StageTable]:
    """Read the sides of each match of the stage, or of its rounds before this one."""
    rows = Side.objects.filter(match__ledger=tournament.ledger_id, match__stage__isnull=False)
    if before is not None:
        rows = rows.filter(match__round__lt=before)
    fields = (
        "match_id", "match__round", "match__number", "match__state", "match__winner__code",
        "entry__code", "drawn__code", "place", "score", "absent",
    )  # fmt: skip
    found: dict[int, list[_StageSide]] = defaultdict(list)
    for row in rows.order_by("match__round", "match__number", "number").values_list(*fields):
        found[row[0]].append(_StageSide(*row))
    return list(found.values())


def _points(matches: Iterable[StageTable], counting: str) -> dict[str, Number]:
    """Return the points of each entry that was drawn or seated, byes and walkovers included."""
    codes = (code for sides in matches for side in sides for code in (side.entry, side.drawn))
    points: dict[str, Number] = dict.fromkeys(filter(None, codes), 0)
    for sides in matches:
        for code, amount in points_of_match(counting, sides[0].winner, _as_stage_game(sides)).items():
            points[code] += amount
    return points


def _find_present(matches: Iterable[StageTable]) -> Iterator[str]:
    """Yield everyone who was not absent at a match that has ended; a bye is no match to come to."""
    for sides in matches:
        if len(sides) > 1 and sides[0].state == MatchState.ENDED:
            yield from (side.entry for side in sides if side.entry and not side.absent)


def _as_stage_game(sides: StageTable) -> StageGame | None:
    """Return the game of those who were present; None if fewer than two were, or it has not ended."""
    present = [side for side in sides if side.entry and not side.absent]
    if sides[0].state != MatchState.ENDED or len(present) < 2:
        return None
    last = len(sides) + 1
    by_place: dict[int, list[str]] = defaultdict(list)
    for side in present:
        by_place[side.place or last].append(str(side.entry))
    return StageGame(
        round=sides[0].round,
        number=sides[0].number,
        placement=tuple(tuple(by_place[place]) for place in sorted(by_place)),
        scores={str(side.entry): side.score for side in present},
    )


def _find_at_short_tables(matches: Iterable[StageTable], groups: Mapping[str, int]) -> Iterator[str]:
    """Yield each entry that was drawn at a table smaller than the largest of its round, in its group."""
    sizes = [(sides, _drawn_size(sides), (sides[0].round, _group(sides, groups))) for sides in matches]
    largest: Counter[tuple[int, int]] = Counter()
    for _, size, which in sizes:
        largest[which] = max(largest[which], size)
    for sides, size, which in sizes:
        if 1 < size < largest[which]:
            yield from (side.drawn for side in sides if side.drawn)


def _group(sides: StageTable, groups: Mapping[str, int]) -> int:
    """Return the number of the group that plays at a table; 0 without groups."""
    return next((groups[side.drawn] for side in sides if side.drawn and side.drawn in groups), 0)


def _drawn_size(sides: StageTable) -> int:
    return sum(side.drawn is not None for side in sides)
