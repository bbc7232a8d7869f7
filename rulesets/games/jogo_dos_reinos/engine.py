"""The companion of a table: plays a game of kingdoms event by event, and plays it again from its seed.

| rule | module |
|---|---|
| 1 turns, random order | `turns`, `chances.shuffle_kingdoms` |
| 1.1 whom one may attack; 3 passing | `legal` |
| 1.1.1–1.1.4 the battle | `battles` |
| 2.1, 2.3 native and rebel armies | `battles`, `chances` |
| 2.2 revolts | `revolts`, `battles.decide`, the end of a cycle in `turns` |

Nothing here shows a joker to anybody or knows who may act: that is the caller's affair.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from core.errors import Violation, refuse_all
from rulesets.games.jogo_dos_reinos import battles, turns
from rulesets.games.jogo_dos_reinos.chances import DIFFICULTIES, shuffle_kingdoms
from rulesets.games.jogo_dos_reinos.events import (
    Attack,
    Decide,
    Event,
    Leave,
    OrderDrawn,
    Outcome,
    Pass,
    Passed,
    Pick,
    TurnOf,
)
from rulesets.games.jogo_dos_reinos.legal import check
from rulesets.games.jogo_dos_reinos.state import GameState, Kingdom

Outcomes = tuple[Outcome, ...]
FEWEST_KINGDOMS = 2
MAX_KINGDOMS = 8


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything but the events that determines a game; two equal setups play equal games.

    `kingdoms` are the numbers of the sides that came; `seed` any whole number.
    """

    kingdoms: tuple[int, ...]
    difficulty: str
    seed: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A replayed game: its state, and the outcomes of its beginning, then of each event."""

    state: GameState
    outcomes: tuple[Outcomes, ...]


def begin(kingdoms: Collection[int], difficulty: str, rng: Random) -> tuple[GameState, Outcomes]:
    """Begin a game: draw the order of the turns at random; the first kingdom is to act (1).

    Raise `Refused`: `kingdoms_out_of_range` or `difficulty_unknown`.
    """
    refuse_all(_check_setup(kingdoms, difficulty))
    order = shuffle_kingdoms(tuple(kingdoms), rng)
    state = GameState(difficulty, order, tuple(Kingdom(number) for number in sorted(order)))
    return state, (OrderDrawn(order), TurnOf(state.current, state.cycle))


def play(state: GameState, event: Event, rng: Random) -> tuple[GameState, Outcomes]:
    """Return the game after the event, and the event's outcomes, in order.

    Raise `Refused` with everything that `legal.check` says; then nothing was drawn from `rng`.
    """
    refuse_all(check(state, event))
    match event:
        case Attack():
            return battles.begin(state, event.target, rng)
        case Decide():
            return battles.decide(state, event, rng)
        case Pick():
            return battles.pick(state, event)
        case Leave():
            return turns.leave(state, event.kingdom, event.way)
        case Pass():
            return _pass(state)


def replay(setup: Setup, events: Sequence[Event]) -> PlayedGame:
    """Play the whole game again from its seed.

    Raise `Refused` as `begin`, or at the first event that the rules do not allow.
    """
    rng = Random(setup.seed)
    state, outcomes = begin(setup.kingdoms, setup.difficulty, rng)
    all_outcomes = [outcomes]
    for event in events:
        state, outcomes = play(state, event, rng)
        all_outcomes.append(outcomes)
    return PlayedGame(state, tuple(all_outcomes))


def _pass(state: GameState) -> tuple[GameState, Outcomes]:
    """Pass the turn of the kingdom whose turn it is."""
    kingdom = state.kingdom(state.current)
    passed = replace(kingdom, passes=kingdom.passes + 1)
    state, told = turns.begin_next_turn(state.with_kingdoms(passed))
    return state, (Passed(passed.number, passed.passes), *told)


def _check_setup(kingdoms: Collection[int], difficulty: str) -> Iterator[Violation]:
    """Yield violations of the number of kingdoms, of their numbers, and of an unknown difficulty."""
    numbers = set(kingdoms)
    sound = len(numbers) == len(kingdoms) and all(number > 0 for number in numbers)
    if not (sound and FEWEST_KINGDOMS <= len(numbers) <= MAX_KINGDOMS):
        facts = {"kingdoms": len(kingdoms), "low": FEWEST_KINGDOMS, "high": MAX_KINGDOMS}
        yield Violation("kingdoms_out_of_range", facts, "kingdoms", "1")
    if difficulty not in DIFFICULTIES:
        yield Violation("difficulty_unknown", {"difficulty": difficulty}, "difficulty", "2.1")
