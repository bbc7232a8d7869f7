"""Replays the lines about the tournament itself, its staff and its entries into a `State`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from records.checker.replay.state import Entry, Line, State
from rulesets.kernel.extras import ComposesTypes
from rulesets.kernel.rules import Game, Rules, TableSize
from rulesets.registry import GAMES

Replay = Callable[[State, Line], None]
NO_TERMS = frozenset({"name", "year", "title", "reason"})
"""Keys of a tournament that its regulation does not rest on."""


def _created(state: State, line: Line) -> None:
    state.facts = dict(line.data)
    state.creator = line.by
    _derive(state)


def _changed(state: State, line: Line) -> None:
    state.facts.update({key: value for key, value in line.data.items() if key != "reason"})
    if line.data.keys() - NO_TERMS:
        state.is_confirmed = False
    _derive(state)


def _derive(state: State) -> None:
    """The rules that the facts add up to; none where game or type are unknown."""
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
    """The game with the type that the record defines itself."""
    definition = facts.get("definition")
    if not definition or not isinstance(game, ComposesTypes):
        return game
    return game.with_kinds([game.kind_from(facts["kind"], definition)])


def _announced(state: State, line: Line) -> None:
    state.announced = True


def _confirmed(state: State, line: Line) -> None:
    state.is_confirmed = state.was_confirmed = True


def _assigned(state: State, line: Line) -> None:
    state.staff.add((line.data["role"], line.data["person"]))
    state.everybody.add(line.data["person"])


def _removed(state: State, line: Line) -> None:
    state.staff.discard((line.data["role"], line.data["person"]))


def _added(state: State, line: Line) -> None:
    data = line.data
    entry = Entry(data["entry"], tuple(data["players"]), data["seed"], data["group"])
    if entry.id not in state.entries:
        state.entries[entry.id] = entry
        _come(state, entry)


def _come(state: State, entry: Entry) -> None:
    """Its people are in this live entry."""
    state.players.update(entry.players)
    state.everybody.update(entry.players)
    state.live.update(dict.fromkeys(entry.players, entry.id))


def _go(state: State, entry: Entry) -> None:
    """Its people are in no live entry any more."""
    for player in entry.players:
        if state.live.get(player) == entry.id:
            del state.live[player]


def _entry_changed(state: State, line: Line) -> None:
    entry = state.entries.get(line.data["entry"])
    if entry is None:
        return
    if "players" in line.data:
        _go(state, entry)
        entry.players = tuple(line.data["players"])
        _come(state, entry)
    entry.seed = line.data.get("seed", entry.seed)
    entry.group = line.data.get("group", entry.group)


def _checked_in(state: State, line: Line) -> None:
    _mark(state, line, here=True)


def _checked_out(state: State, line: Line) -> None:
    _mark(state, line, here=False)


def _mark(state: State, line: Line, *, here: bool) -> None:
    if entry := state.entries.get(line.data["entry"]):
        entry.checked_in = here
        entry.pineapples = frozenset(line.data["pineapples"])


def _deck_accepted(state: State, line: Line) -> None:
    if entry := state.entries.get(line.data["entry"]):
        entry.decks[line.data["player"]] = line.data["sha256"], line.at


def _deck_waived(state: State, line: Line) -> None:
    if entry := state.entries.get(line.data["entry"]):
        entry.without_decks = line.data["reason"], line.at


def _withdrawn(state: State, line: Line) -> None:
    entry = state.entries.get(line.data["entry"])
    if entry is not None:
        _go(state, entry)
        entry.left = "withdrawn"


def _disqualified(state: State, line: Line) -> None:
    if entry := state.entries.get(line.data["entry"]):
        _go(state, entry)
        entry.left = "disqualified"


def _reinstated(state: State, line: Line) -> None:
    if entry := state.entries.get(line.data["entry"]):
        entry.left = None
        _come(state, entry)


def _finished(state: State, line: Line) -> None:
    state.finished, state.without_points = True, line.data.get("without_points")


def _cancelled(state: State, line: Line) -> None:
    state.cancelled = True


def _reopened(state: State, line: Line) -> None:
    state.finished = False


SETUP: Mapping[str, Replay] = MappingProxyType(
    {
        "tournament.created": _created,
        "tournament.changed": _changed,
        "tournament.announced": _announced,
        "regulation.confirmed": _confirmed,
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
        "tournament.finished": _finished,
        "tournament.reopened": _reopened,
        "tournament.cancelled": _cancelled,
    }
)
