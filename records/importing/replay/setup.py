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


def _set_facts(state: State, line: Line) -> None:
    """Set the facts of the tournament, and its rules."""
    state.facts = dict(line.data)
    _set_rules(state)


def _change_facts(state: State, line: Line) -> None:
    """Change the facts that the line names, and set the rules again."""
    state.facts.update({key: value for key, value in line.data.items() if key != "reason"})
    _set_rules(state)


def _set_rules(state: State) -> None:
    """Set the state's game and rules by its facts; to None if game or type are unknown."""
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
    """Return the game with the type that the record itself defines, else as it is."""
    definition = facts.get("definition")
    if not definition or not isinstance(game, ComposesTypes):
        return game
    return game.with_kinds([game.kind_from(facts["kind"], definition)])


def _add_role(state: State, line: Line) -> None:
    """Give the person a role."""
    state.staff.add((line.data["role"], line.data["person"]))
    state.known_people.add(line.data["person"])


def _remove_role(state: State, line: Line) -> None:
    """Take a role from the person."""
    state.staff.discard((line.data["role"], line.data["person"]))


def _add_entry(state: State, line: Line) -> None:
    """Add an entry with its people."""
    data = line.data
    entry = Entry(data["entry"], tuple(data["players"]), data["seed"], data["group"])
    state.entries[entry.id] = entry
    _add_people(state, entry)


def _add_people(state: State, entry: Entry) -> None:
    """Add the entry's members to the players and the people of the record."""
    state.players.update(entry.players)
    state.known_people.update(entry.players)


def _change_entry(state: State, line: Line) -> None:
    """Set the members, seed and group that the line names; the others stay."""
    entry = state.entries[line.data["entry"]]
    entry.players = tuple(line.data.get("players", entry.players))
    _add_people(state, entry)
    entry.seed = line.data.get("seed", entry.seed)
    entry.group = line.data.get("group", entry.group)


def _check_in(state: State, line: Line) -> None:
    """Mark the entry as checked in."""
    _mark_presence(state, line, here=True)


def _check_out(state: State, line: Line) -> None:
    """Mark the entry as no longer checked in."""
    _mark_presence(state, line, here=False)


def _mark_presence(state: State, line: Line, *, here: bool) -> None:
    """Set whether the entry is checked in, and who of it brought a pineapple."""
    entry = state.entries[line.data["entry"]]
    entry.checked_in, entry.pineapples = here, frozenset(line.data["pineapples"])


def _accept_deck(state: State, line: Line) -> None:
    """Store the hash of the player's accepted deck, and when it was accepted."""
    state.entries[line.data["entry"]].decks[line.data["player"]] = line.data["sha256"], line.at


def _waive_deck(state: State, line: Line) -> None:
    """Store why and when the decks of the entry were waived."""
    state.entries[line.data["entry"]].without_decks = line.data["reason"], line.at


def _withdraw(state: State, line: Line) -> None:
    """Mark the entry as withdrawn."""
    state.entries[line.data["entry"]].left = "withdrawn"


def _disqualify(state: State, line: Line) -> None:
    """Mark the entry as disqualified."""
    state.entries[line.data["entry"]].left = "disqualified"


def _reinstate(state: State, line: Line) -> None:
    """Mark the entry as neither withdrawn nor disqualified."""
    state.entries[line.data["entry"]].left = None


def _plan_break(state: State, line: Line) -> None:
    """Set the times of a break."""
    begins, ends = (datetime.fromisoformat(line.data[key]) for key in ("begins", "ends"))
    state.breaks[line.data["break"]] = Pause(begins, ends)


def _end_break(state: State, line: Line) -> None:
    """End a break; one that had not begun is removed."""
    known, at = state.breaks.pop(line.data["break"]), datetime.fromisoformat(line.at)
    if known.begins < at:
        state.breaks[line.data["break"]] = Pause(known.begins, min(known.ends, at))


def _finish(state: State, line: Line) -> None:
    """Mark the tournament as finished, and store why it gives no points, if it gives none."""
    state.finished, state.without_points = True, line.data.get("without_points")


def _reopen(state: State, line: Line) -> None:
    """Mark the tournament as not finished."""
    state.finished = False


SETUP: Mapping[str, Callable[[State, Line], None]] = MappingProxyType(
    {
        "tournament.created": _set_facts,
        "tournament.changed": _change_facts,
        "staff.assigned": _add_role,
        "staff.removed": _remove_role,
        "entry.added": _add_entry,
        "entry.changed": _change_entry,
        "entry.checked_in": _check_in,
        "entry.checked_out": _check_out,
        "deck.accepted": _accept_deck,
        "deck.waived": _waive_deck,
        "entry.withdrawn": _withdraw,
        "entry.disqualified": _disqualify,
        "entry.reinstated": _reinstate,
        "break.planned": _plan_break,
        "break.ended": _end_break,
        "tournament.finished": _finish,
        "tournament.reopened": _reopen,
    }
)
