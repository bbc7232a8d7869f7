"""Decks: whose were accepted, who may play without one, and that nobody else is checked in."""

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Entry, Line, State
from rulesets.kernel.extras import ChecksDecks
from rulesets.registry import decks_are_due

OFFICE = frozenset({"coordinator", "organizer"})


def accepted(state: State, line: Line) -> Findings:
    """A person of a live entry, in a game with decks; another list than before."""
    entry = state.entries.get(line.data["entry"])
    yield from _may_have(state, line, entry)
    if entry is None:
        return
    player = line.data["player"]
    if player not in entry.players:
        yield Discrepancy(line.seq, "deck_of_nobody", f"{shown(player)} is not of {entry.id}")
    elif entry.decks.get(player, ("", ""))[0] == line.data["sha256"]:
        yield Discrepancy(line.seq, "change_of_nothing", f"{shown(player)} has this deck")
    elif state.draw is not None and (line.role == "player" or player in entry.decks):
        yield Discrepancy(line.seq, "change_too_late", "after the draw the staff adds only what is missing")


def waived(state: State, line: Line) -> Findings:
    """A live entry, by who coordinates, once."""
    entry = state.entries.get(line.data["entry"])
    yield from _may_have(state, line, entry)
    if line.role not in OFFICE:
        yield Discrepancy(line.seq, "waived_by_nobody", f"{shown(line.by)} may not waive a deck")
    if entry is not None and entry.without_decks:
        yield Discrepancy(line.seq, "change_of_nothing", f"{entry.id} needs no deck already")


def decks_there(state: State, line: Line, entry: Entry) -> Findings:
    """Whoever is checked in where decks are due has handed them in, or needs none."""
    if state.rules is None or entry.without_decks or entry.checked_in or not decks_are_due(state.rules):
        return
    missing = sorted(set(entry.players) - entry.decks.keys())
    if missing:
        yield Discrepancy(line.seq, "deck_missing", f"{listed(missing)}: no accepted deck")


def drawn(state: State, line: Line) -> Findings:
    """Nobody without a deck is drawn either, where decks were asked for after the check-in."""
    if state.rules is None or not decks_are_due(state.rules):
        return
    entries = (state.entries[name] for name in line.data["order"] if name in state.entries)
    for entry in entries:
        missing = sorted(set(entry.players) - entry.decks.keys())
        if missing and not entry.without_decks:
            yield Discrepancy(line.seq, "deck_missing", f"{listed(missing)}: no accepted deck")


def _may_have(state: State, line: Line, entry: Entry | None) -> Findings:
    if not isinstance(state.game, ChecksDecks):
        yield Discrepancy(line.seq, "game_without_decks", "nobody builds a deck in this game")
    if entry is None:
        yield Discrepancy(line.seq, "entry_unknown", f"no entry {shown(line.data['entry'])}")
    elif not entry.is_live:
        yield Discrepancy(line.seq, "entry_has_left", f"{entry.id} has left")
