"""The end of a stage: its order, who goes on, and the places of the others in the end."""

from collections.abc import Collection, Iterator, Sequence

from checker.draw.bracket import has_bracket
from checker.reading.lines import Data, Line
from checker.stages import order, played, rounds
from checker.stages.order import StagePlace
from checker.state import State


def closed(state: State, line: Line) -> None:
    """Check the order and who goes on; their bracket follows in this act."""
    data = line.data
    if not state.is_stage_open or data["stage"] != 1:
        state.fault(line, "stage", "a stage is closed that is not open")
        return
    found = places(state, ())
    state.faults(line, "stage", rounds.still_open(state))
    said = [StagePlace(row["place"], row["entries"], row["why"]) for row in data["order"]]
    if said != found:
        state.fault(line, "stage", "another order follows from the sheets of the stage")
    state.faults(line, "stage", _going(state, data, found))
    state.stage.places = {code: row.place for row in found for code in row.entries}
    state.stage.going = data["advance"]
    state.stage.owes_bracket = bool(data["advance"])


def places(state: State, without: Collection[str]) -> list[StagePlace]:
    """Return the order of the stage without those who are disqualified, and without these."""
    gone = {code for code, entry in state.entries.items() if entry.status == "disqualified"}
    return order.places(played.points(state), played.games(state), gone.union(without))


def _going(state: State, data: Data, found: Sequence[StagePlace]) -> Iterator[str]:
    """Check who goes on: the first who still play; equal ones at the border cut cards."""
    sure, tied, free = border(state, found)
    cut = data["cut"] or {"tied": [], "won": []}
    won: list[str] = cut["won"]
    if cut["tied"] != tied:
        yield f"cards are cut by {cut['tied']!r:.60}, {tied!r:.60} share the place at the border"
    if tied and (len(won) != free or won != sorted(set(won) & set(tied))):
        yield f"{won!r:.60} win the cut of cards for {free} places"
    if data["advance"] != [*sure, *won]:
        yield f"{data['advance']!r:.60} go on, {[*sure, *won]!r:.60} follow"


def border(state: State, found: Sequence[StagePlace]) -> tuple[list[str], list[str], int]:
    """Return who goes on for sure, who shares the place across the border, and how many of them go on."""
    rows = [[code for code in row.entries if _plays(state, code)] for row in found]
    most, sure = _going_on(state, sum(map(len, rows))), list[str]()
    for here in rows:
        if len(sure) + len(here) > most:
            free = most - len(sure)
            return sure, here if free else [], free
        sure += here
    return sure, [], 0


def _plays(state: State, code: str) -> bool:
    return state.live(code) and state.entries[code].checked_in


def _going_on(state: State, left: int) -> int:
    """Return how many go on: as planned, or the most of those who are left that have a bracket."""
    wanted = min((state.plan or {"advance": 0})["advance"], left)
    return next((number for number in range(wanted, 1, -1) if has_bracket(state, number)), 0)


def behind(state: State, bracket: Sequence[Data]) -> list[Data]:
    """Return the final places: those of the bracket, then those of the stage of everyone else."""
    if not state.stage.rounds:
        return [*bracket]
    placed = {code for row in bracket for code in row["entries"]}
    others = [
        {"place": len(placed) + row.place, "entries": row.entries, "points": "0", "why": row.why}
        for row in places(state, placed)
    ]
    if bracket and others:
        bracket = [*bracket[:-1], {**bracket[-1], "why": "stage"}]
    return [*bracket, *others]
