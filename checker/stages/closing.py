"""The end of a stage: its order, who goes on, and the places of the others in the end."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import chain

from checker.draw.bracket import has_bracket
from checker.ending.standings import entries_with_place, points_of_place
from checker.reading.lines import Data, Line
from checker.stages import advance, order, played, rounds
from checker.stages.advance import Border
from checker.stages.order import StagePlace
from checker.state import State


def close_stage(state: State, line: Line) -> None:
    """Check the order and who goes on, and store both; nothing if no stage is open.

    The act then owes a bracket of those who go on, unless there are none.
    """
    data = line.data
    if not state.is_stage_open or data["stage"] != 1:
        state.note_fault(line, "stage", "a stage is closed that is not open")
        return
    found = places_by_group(state)
    state.note_faults(line, "stage", rounds.open_match_faults(state))
    if data["order"] != [row for number, part in found for row in _rows_in_record(number, part)]:
        state.note_fault(line, "stage", "another order follows from the sheets of the stage")
    state.stage.places = {code: row.place for _, part in found for row in part for code in row.entries}
    state.note_faults(line, "stage", _advance_faults(state, data, [part for _, part in found]))
    state.stage.going = data["advance"]
    state.stage.apart = _kept_apart_by(state)
    state.stage.owes_bracket = bool(data["advance"])


def _rows_in_record(number: int, part: Sequence[StagePlace]) -> list[Data]:
    """Return the places as objects of `stage.closed`; `number` of the group, 0 for Swiss rounds."""
    return [{**({"group": number} if number else {}), **row._asdict()} for row in part]


def _kept_apart_by(state: State) -> dict[str, str]:
    """Return entry → its group, or its match in the last Swiss round; those of one are kept apart.

    The draw of the bracket does that. An entry that met no other in that round has none.
    """
    if state.stage.groups is None:
        return played.last_match_by_entry(state)
    return {code: str(number) for number, part in enumerate(state.stage.groups, 1) for code in part}


def places_by_group(state: State, without: Collection[str] = ()) -> list[tuple[int, list[StagePlace]]]:
    """Return (number of a group, its places) for each, or one pair of 0 and the places of the Swiss rounds.

    It leaves out who is disqualified, and `without`.
    """
    points, games = played.stage_points(state), played.stage_games(state)
    gone = {code for code, entry in state.entries.items() if entry.status == "disqualified"}.union(without)
    if state.stage.groups is None:
        return [(0, order.places(points, games, gone))]
    return [
        (number, order.places(points, games, gone.union(set(points).difference(members))))
        for number, members in enumerate(state.stage.groups, 1)
    ]


def _advance_faults(state: State, data: Data, parts: Sequence[Sequence[StagePlace]]) -> Iterator[str]:
    """Yield faults of the cut of cards and of who goes on; `parts`: the places of each group, best first."""
    borders = list(_borders(state, parts))
    tied = sorted(chain.from_iterable(border.tied for border in borders))
    cut = data["cut"] or {"tied": [], "won": []}
    won: list[str] = cut["won"]
    if cut["tied"] != tied:
        yield f"cards are cut by {cut['tied']!r:.60}, {tied!r:.60} share the places at the border"
    if won != sorted(set(won) & set(tied)) or any(_is_miscut(border, won) for border in borders):
        yield f"{won!r:.60} win the cuts of cards for {[border.free for border in borders]} places"
    due = _by_place(state, [*chain.from_iterable(border.sure for border in borders), *won])
    if data["advance"] != due:
        yield f"{data['advance']!r:.60} go on, {due!r:.60} follow"


def _is_miscut(border: Border, won: Collection[str]) -> bool:
    """Return whether more or fewer of those tied at a border won their cut than there are places."""
    return len(set(won).intersection(border.tied)) != border.free


def _by_place(state: State, codes: Collection[str]) -> list[str]:
    """Return entries sorted by place in the stage, then number of the group, then code."""
    known = state.stage.places or {}
    return sorted(codes, key=lambda code: (known.get(code, 0), state.stage.group_of(code), code))


def _borders(state: State, parts: Sequence[Sequence[StagePlace]]) -> Iterator[Border]:
    """Yield the border of each group, or of all Swiss rounds, among those who may go on."""
    rows = [[[code for code in row.entries if _may_advance(state, code)] for row in part] for part in parts]
    yield from advance.borders(rows, (state.plan or {"advance": 0})["advance"], partial(has_bracket, state))


def _may_advance(state: State, code: str) -> bool:
    """Whether the entry is live and checked in, so that it may go on."""
    return state.is_live(code) and state.entries[code].checked_in


def with_stage_places(state: State, bracket: Sequence[Data], *, pays: bool) -> list[Data]:
    """Return the final classification: places of the bracket, then of everyone else by place in the stage.

    `pays`: with points for the season.
    """
    if not state.stage.rounds:
        return [*bracket]
    placed = {code for row in bracket for code in row["entries"]}
    without = placed.union(state.entries.keys() - entries_with_place(state))
    found = (
        places_by_group(state, without)[0][1]
        if state.stage.groups is None
        else _across_groups(state, without)
    )
    others = [
        {
            "place": place,
            "entries": row.entries,
            "points": points_of_place(state, place, len(row.entries), pays=pays),
            "why": row.why,
        }
        for row in found
        for place in [len(placed) + row.place]
    ]
    if bracket and others:
        bracket = [*bracket[:-1], {**bracket[-1], "why": "stage"}]
    return [*bracket, *others]


def _across_groups(state: State, placed: Collection[str]) -> list[StagePlace]:
    """Return places from 1 for those not `placed`: by place in the group, shared by equals of all groups."""
    equals: dict[int, list[str]] = {}
    for row in chain.from_iterable(part for _, part in places_by_group(state)):
        equals.setdefault(row.place, []).extend(code for code in row.entries if code not in placed)
    found = list[StagePlace]()
    for codes in [sorted(equals[place]) for place in sorted(equals) if equals[place]]:
        place = 1 + sum(len(row.entries) for row in found)
        found.append(StagePlace(place, codes, "stage_group"))
    return [*found[:-1], *(row._replace(why=None) for row in found[-1:])]
