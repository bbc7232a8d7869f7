"""Deck lists: accepted ones, entries that may play without, and who may not be drawn without one."""

from collections.abc import Iterator

from checker.reading.lines import Line
from checker.state import Entry, State

OFFICE = ("organizer", "coordinator")


def store_deck(state: State, line: Line) -> None:
    """Store the hash of a player's list; a fault of a list handed in before, or of another entry's player.

    After the draw also unless the staff adds a missing one.
    """
    entry = _entry_or_fault(state, line)
    if entry is None:
        return
    player, sha256 = line.data["player"], line.data["sha256"]
    if player not in entry.players:
        state.note_fault(line, "deck", f"{player} is not of {entry.code}")
    if entry.decks.get(player) == sha256:
        state.note_fault(line, "deck", f"{player} has handed in this list")
    elif state.draw is not None and (line.role == "player" or player in entry.decks):
        state.note_fault(line, "deck", "after the draw the staff adds only what is missing")
    entry.decks[player] = sha256


def store_waiver(state: State, line: Line) -> None:
    """Store that an entry may play without lists; a fault if it may already.

    Also if another than organizer or coordinator allows it.
    """
    entry = _entry_or_fault(state, line)
    if line.role not in OFFICE:
        state.note_fault(line, "author", f"a {line.role} waives no deck")
    if entry is None:
        return
    if entry.without_decks:
        state.note_fault(line, "deck", f"{entry.code} needs no deck already")
    entry.without_decks = True


def missing_deck_faults(state: State, entry: Entry) -> Iterator[str]:
    """Yield a sentence for each player of an entry without a list, if the tournament requires lists."""
    if state.game.decks and state.option(state.game.decks, default=False) and not entry.without_decks:
        yield from (f"{x} has handed in no deck" for x in entry.players if x not in entry.decks)


def _entry_or_fault(state: State, line: Line) -> Entry | None:
    """Return the entry of a deck line, or None if it is unknown.

    Notes a fault if the game has no decks, or if the entry is unknown or not live; one that is not live is
    still returned.
    """
    if not state.game.decks:
        state.note_fault(line, "deck", f"{state.game.word} has no decks")
    entry = state.entries.get(line.data["entry"])
    if entry is None or not entry.is_live:
        state.note_fault(line, "entry", f"{line.data['entry']} is not in the tournament")
    return entry
