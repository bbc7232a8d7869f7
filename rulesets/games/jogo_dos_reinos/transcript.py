"""A game of kingdoms as a file that anyone can replay: setup, seed, and every act with its outcomes.

An act is an event of `plain`, or `{"type": "undo", "of": 4}`, which takes back the act of that number, the
latest that still stood. Undone acts stay in the file. `commitment` is the SHA-256 of the seed's decimal
digits; it was public before the first roll.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from core.errors import Refused, Violation
from rulesets.games.jogo_dos_reinos.engine import Setup, begin, play
from rulesets.games.jogo_dos_reinos.events import Event
from rulesets.games.jogo_dos_reinos.plain import event_from, to_plain
from rulesets.games.jogo_dos_reinos.state import GameState

FORMAT = "kingdoms-game/1"
MAX_ACTS = 2000
UNDO = "undo"
Plain = Mapping[str, Any]
PlainOutcomes = Sequence[Plain]
_KEYS = frozenset({"format", "kingdoms", "difficulty", "seed", "commitment", "beginning", "acts"})


def commitment(seed: int) -> str:
    """Return the SHA-256 (hex) of the seed's decimal digits, which is published before the first roll."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


@dataclass(slots=True)
class Replay:
    """A game played act by act. `active_acts`: numbers of the acts that were not undone, oldest first."""

    setup: Setup
    state: GameState = field(init=False)
    beginning: PlainOutcomes = field(init=False)
    active_acts: list[int] = field(init=False)
    events: list[Event] = field(init=False)
    _dice: Random = field(init=False)
    _acts: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._begin()

    def do(self, event: Event) -> PlainOutcomes:
        """Play an event and return its outcomes. Raise `Refused` if the rules do not allow it."""
        self.state, outcomes = play(self.state, event, self._dice)
        self._acts += 1
        self.active_acts.append(self._acts)
        self.events.append(event)
        return [to_plain(outcome) for outcome in outcomes]

    def undo(self, of: int) -> None:
        """Take the act `of` back, and play all before it again; this is an act too, with the next number.

        Raise `Refused` `nothing_to_undo` if it is not the latest that stands.
        """
        if not self.active_acts or of != self.active_acts[-1]:
            raise Refused([Violation("nothing_to_undo", {"of": of}, "of")])
        numbers, events = self.active_acts[:-1], self.events[:-1]
        self._begin()
        for event in events:
            self.state, _ = play(self.state, event, self._dice)
        self.active_acts, self.events = numbers, events
        self._acts += 1

    def _begin(self) -> None:
        """Draw the beginning from the seed; forget all acts but their number."""
        self._dice = Random(self.setup.seed)
        self.state, told = begin(self.setup.kingdoms, self.setup.difficulty, self._dice)
        self.beginning = [to_plain(outcome) for outcome in told]
        self.active_acts, self.events = [], []


def transcript(setup: Setup, beginning: PlainOutcomes, acts: Sequence[Plain]) -> dict[str, Any]:
    """Return the file: `acts` are `{"number", "event", "outcomes"}` in their order."""
    return {
        "format": FORMAT,
        "kingdoms": list(setup.kingdoms),
        "difficulty": setup.difficulty,
        "seed": str(setup.seed),
        "commitment": commitment(setup.seed),
        "beginning": list(beginning),
        "acts": [dict(act) for act in acts],
    }


def differences(data: object) -> list[str]:
    """Replay the file and return every place in which its outcomes differ; [] if it is the same game.

    Raise `Refused` `transcript_unreadable` for a file of another form.
    """
    setup, said = _read(data)
    try:
        replay = Replay(setup)
    except Refused:
        raise _unreadable() from None
    return list(_differences(replay, said))


def _differences(replay: Replay, said: Plain) -> Iterator[str]:
    """Yield the places in which the file differs from its replay; the first refused act ends it."""
    if said["commitment"] != commitment(replay.setup.seed):
        yield "commitment"
    if list(said["beginning"]) != list(replay.beginning):
        yield "beginning"
    for number, act in enumerate(said["acts"], start=1):
        if act["number"] != number:
            yield f"act {number}: number"
        try:
            told = _replay_act(replay, act["event"])
        except Refused as refused:
            yield f"act {number}: {refused}"
            return
        if list(act["outcomes"]) != list(told):
            yield f"act {number}: outcomes"


def _replay_act(replay: Replay, event: Plain) -> PlainOutcomes:
    """Play or undo an act of the file; return its outcomes, none for an undo."""
    if event.get("type") != UNDO:
        return replay.do(event_from(event))
    replay.undo(event.get("of", 0))
    return []


def _read(data: object) -> tuple[Setup, Plain]:
    """Return setup and data of a file. Raise `Refused` `transcript_unreadable` if its form is wrong."""
    if not isinstance(data, Mapping) or set(data) != _KEYS or data["format"] != FORMAT:
        raise _unreadable()
    acts, kingdoms, seed = data["acts"], data["kingdoms"], data["seed"]
    sound = (
        _is_list_of(kingdoms, int)
        and _is_list_of(data["beginning"], Mapping)
        and _is_list_of(acts, Mapping)
        and len(acts) <= MAX_ACTS
        and all(_is_act(act) for act in acts)
        and isinstance(data["difficulty"], str)
        and isinstance(seed, str)
        and seed.isascii()
        and seed.isdigit()
        and len(seed) <= 100
    )
    if not sound:
        raise _unreadable()
    return Setup(tuple(kingdoms), data["difficulty"], int(seed)), data


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _is_act(act: Plain) -> bool:
    """Return whether the value has the form of an act in the file."""
    return (
        set(act) == {"number", "event", "outcomes"}
        and isinstance(act["event"], Mapping)
        and _is_list_of(act["outcomes"], Mapping)
    )


def _unreadable() -> Refused:
    """Return the refusal of a file whose form is wrong."""
    return Refused([Violation("transcript_unreadable", {"format": FORMAT})])
