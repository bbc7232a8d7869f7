"""The door to the companion of Jogo dos Reinos: a whole game at the table, every roll from one seed.

The floors above know no game's modules; what they need of this one stands here.
"""

from typing import get_args

from rulesets.games.jogo_dos_reinos.chances import CAPTURE_CHANCE, DIFFICULTIES, native_chance
from rulesets.games.jogo_dos_reinos.engine import Setup
from rulesets.games.jogo_dos_reinos.events import Decide, Event, Leave, Outcome, Pick
from rulesets.games.jogo_dos_reinos.game import JOGO_DOS_REINOS
from rulesets.games.jogo_dos_reinos.house_rules import KINGDOM_DIFFICULTY
from rulesets.games.jogo_dos_reinos.outlook import (
    Picking,
    RevoltChoice,
    Target,
    TurnChoice,
    armies,
    choices_in,
    picking_in,
    turn_of,
)
from rulesets.games.jogo_dos_reinos.plain import event_from, name_of, to_plain
from rulesets.games.jogo_dos_reinos.result import sheet_of
from rulesets.games.jogo_dos_reinos.state import GameState, Kingdom
from rulesets.games.jogo_dos_reinos.transcript import (
    MAX_ACTS,
    UNDO,
    Replay,
    commitment,
    differences,
    transcript,
)
from rulesets.kernel.rules import Rules

__all__ = [
    "CAPTURE_CHANCE", "COMPANION", "DIFFICULTIES", "EVENTS", "MAX_ACTS", "OUTCOMES", "UNDO",
    "Decide", "Event", "GameState", "Kingdom", "Leave", "Pick", "Picking", "Replay", "RevoltChoice", "Setup",
    "Target", "TurnChoice", "armies", "choices_in", "commitment", "differences", "difficulty_under",
    "event_from", "name_of", "native_chance", "picking_in", "sheet_of", "to_plain", "transcript", "turn_of",
]  # fmt: skip

COMPANION = JOGO_DOS_REINOS.companion
EVENTS: tuple[type, ...] = get_args(Event)
OUTCOMES: tuple[type, ...] = get_args(Outcome)


def difficulty_under(rules: Rules) -> str:
    """Return how hard the native armies' test is under these rules, one of `DIFFICULTIES` (2.1): `medium`."""
    return str(rules.value_of(KINGDOM_DIFFICULTY))
