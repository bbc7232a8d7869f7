"""Lines about the tournament, its staff, its breaks and its entries, applied to the state."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from checker.reading.lines import Line
from records.importing.replay.state import Entry, State
from rulesets.kernel.extras import ComposesTypes
from rulesets.kernel.rules import Game, Rules, TableSize
from rulesets.registry import GAMES
from tournaments.pauses import Pause


def _created(state: State, line: Line) -> None:
    state.facts = dict(line.data)
    _derive(state)


def _changed(state: State, line: Line) -> None:
    state.facts.update({key: value for key, value in line.data.items() if key != "reason"})
    _derive(state)


def _derive(state: State) -> None:
    """Derive the rules from the facts; None if game or type are unknown."""
    facts = state.facts
    state.game = _with_definition(GAMES.get(facts["game"]), facts)
    if state.team_size is None:
        state.rules = None
        return
    state.rules = Rules(
        game=facts["game"],
        kind=facts["kind"],
        variants=tuple(facts["variants"]),
        table=TableSize(facts["table"]["min"], facts["table"]["max"]),
        time_limit=facts["time_limit"],
        house_rules=facts["house_rules"],
        record_format=2 if state.since_2 else 1,
    )


def _with_definition(game: Game | None, facts: Mapping[str, Any]) -> Game | None:
    """Return the game with the type that the record itself defines."""
    definition = facts.get("definition")
    if not definition or not isinstance(game, ComposesTypes):
        return game
    return game.with_kinds([game.kind_from(facts["kind"], definition)])


def _assigned(state: State, line: Line) -> None:
    state.staff.add((line.data["role"], line.data["person"]))
    state.everybody.add(line.data["person"])


def _removed(state: State, line: Line) -> None:
    state.staff.discard((line.data["role"], line.data["person"]))


def _added(state: State, line: Line) -> None:
    data = line.data
    entry = Entry(data["entry"], tuple(data["players"]), data["seed"], data["group"])
    state.entries[entry.id] = entry
    _add_people(state, entry)


def _add_people(state: State, entry: Entry) -> None:
    """Add the entry's members to the players and the people of the record."""
    state.players.update(entry.players)
    state.everybody.update(entry.players)


def _entry_changed(state: State, line: Line) -> None:
    """Set the members, seed and group that the line names; the others stay."""
    entry = state.entries[line.data["entry"]]
    entry.players = tuple(line.data.get("players", entry.players))
    _add_people(state, entry)
    entry.seed = line.data.get("seed", entry.seed)
    entry.group = line.data.get("group", entry.group)


def _checked_in(state: State, line: Line) -> None:
    _mark(state, line, here=True)


def _checked_out(state: State, line: Line) -> None:
    _mark(state, line, here=False)


def _mark(state: State, line: Line, *, here: bool) -> None:
    """Set whether the entry is checked in, and who of it brought a pineapple."""
    entry = state.entries[line.data["entry"]]
    entry.checked_in, entry.pineapples = here, frozenset(line.data["pineapples"])


def _deck_accepted(state: State, line: Line) -> None:
    state.entries[line.data["entry"]].decks[line.data["player"]] = line.data["sha256"], line.at


def _deck_waived(state: State, line: Line) -> None:
    state.entries[line.data["entry"]].without_decks = line.data["reason"], line.at


def _withdrawn(state: State, line: Line) -> None:
    state.entries[line.data["entry"]].left = "withdrawn"


def _disqualified(state: State, line: Line) -> None:
    state.entries[line.data["entry"]].left = "disqualified"


def _reinstated(state: State, line: Line) -> None:
    state.entries[line.data["entry"]].left = None


def _break_planned(state: State, line: Line) -> None:
    """Set the times of a break."""
    begins, ends = (datetime.fromisoformat(line.data[key]) for key in ("begins", "ends"))
    state.breaks[line.data["break"]] = Pause(begins, ends)


def _break_ended(state: State, line: Line) -> None:
    """End a break; one that had not begun is removed."""
    known, at = state.breaks.pop(line.data["break"]), datetime.fromisoformat(line.at)
    if known.begins < at:
        state.breaks[line.data["break"]] = Pause(known.begins, min(known.ends, at))


def _finished(state: State, line: Line) -> None:
    state.finished, state.without_points = True, line.data.get("without_points")


def _reopened(state: State, line: Line) -> None:
    state.finished = False


SETUP: Mapping[str, Callable[[State, Line], None]] = MappingProxyType(
    {
        "tournament.created": _created,
        "tournament.changed": _changed,
        "staff.assigned": _assigned,
        "staff.removed": _removed,
        "entry.added": _added,
        "entry.changed": _entry_changed,
        "entry.checked_in": _checked_in,
        "entry.checked_out": _checked_out,
        "deck.accepted": _deck_accepted,
        "deck.waived": _deck_waived,
        "entry.withdrawn": _withdrawn,
        "entry.disqualified": _disqualified,
        "entry.reinstated": _reinstated,
        "break.planned": _break_planned,
        "break.ended": _break_ended,
        "tournament.finished": _finished,
        "tournament.reopened": _reopened,
    }
)
