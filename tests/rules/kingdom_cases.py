"""The companion's cases under `cases/jogo-dos-reinos/`: a game of kingdoms with dice that are known.

`kingdoms` many (4) take their turns in the order of their numbers. `vassals = ["2 of 1 at 45", "3 of 1
at 15 frozen"]` stand already when the first moves, fallen in this order; `difficulty` is `easy` unless
said. `dice` are what falls: 1 to 100 for each test, and the joker's card. `moves` are done one after
another: by whose turn it is `attack 3`, `pass`; by anybody `2 revolts`, `2 stays`, `2 concedes`,
`2 disqualified`; by who picks `1 picks 2 3 4 5 6`, or `1 finds`, `1 misses`: as many cards as are due,
with or without the joker.

A case states what must hold in the end: `chances` of the tests in percent; `holders` and `revolts` of
every kingdom (0: free); `frozen` kingdoms; `passes`; `turn`, `cycle`; `cards`, `picker` and its `armies`
of the last deal; `picking` kingdoms; `wins`; or `refused`, the codes of the last move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

from core.errors import Refused, Violation
from rulesets.games.jogo_dos_reinos.battles import cards_to_pick
from rulesets.games.jogo_dos_reinos.chances import Roll
from rulesets.games.jogo_dos_reinos.engine import begin, play
from rulesets.games.jogo_dos_reinos.events import (
    Attack,
    Dealt,
    Decide,
    Event,
    Leave,
    Outcome,
    Pass,
    Pick,
)
from rulesets.games.jogo_dos_reinos.revolts import Revolt
from rulesets.games.jogo_dos_reinos.state import Battle, GameState
from rulesets.kernel.sheet import Out
from tests.rules.case_files import Case

LEAVES = {"concedes": Out.CONCEDED, "disqualified": Out.DISQUALIFIED, "absent": Out.ABSENT}


class Dice(Random):
    """Falls as it is told: the next number that a case names, from 1."""

    def __new__(cls, falls: Sequence[int]) -> "Dice":
        return super().__new__(cls)

    def __init__(self, falls: Sequence[int]) -> None:
        super().__init__()
        self.falls = list(falls)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """The next number told, which must be possible."""
        fallen = self.falls.pop(0) - 1
        assert fallen in range(start)
        return fallen

    @property
    def rolled_all(self) -> bool:
        """Whether the game asked for every number told."""
        return self.falls == []


@dataclass(frozen=True)
class PlayedCase:
    """How a case went: where the game stands, what came of it, and why its last move was refused."""

    state: GameState
    outcomes: tuple[Outcome, ...]
    refused: tuple[Violation, ...]
    dice: Dice


def played_case(case: Case) -> PlayedCase:
    """Do the moves of a case; only the last may be refused."""
    dice = Dice(case.get("dice", []))
    outcomes: list[Outcome] = []
    state = _start(case)
    for index, move in enumerate(case["moves"]):
        try:
            state, told = play(state, _event(state, move), dice)
        except Refused as refused:
            assert index == len(case["moves"]) - 1, f"{move} is refused"
            return PlayedCase(state, tuple(outcomes), refused.violations, dice)
        outcomes += told
    return PlayedCase(state, tuple(outcomes), (), dice)


def facts_of(played: PlayedCase) -> dict[str, Any]:
    """What a case may state."""
    state, kingdoms = played.state, played.state.kingdoms
    dealt = [outcome for outcome in played.outcomes if isinstance(outcome, Dealt)]
    last = dealt[-1] if dealt else Dealt(0, 0, 0, 0)
    return {
        "cards": last.cards,
        "picker": last.picker,
        "armies": last.armies,
        "chances": [outcome.chance for outcome in played.outcomes if isinstance(outcome, Roll)],
        "holders": [kingdom.holder for kingdom in kingdoms],
        "revolts": [kingdom.revolt.chance if kingdom.revolt else 0 for kingdom in kingdoms],
        "frozen": [kingdom.number for kingdom in kingdoms if kingdom.revolt and kingdom.revolt.frozen],
        "passes": [kingdom.passes for kingdom in kingdoms],
        "picking": list(state.battle.picking) if state.battle else [],
        "turn": state.current,
        "cycle": state.cycle,
        "wins": state.winner,
    }


def _start(case: Case) -> GameState:
    number = case.get("kingdoms", 4)
    in_order = Dice(range(number, 1, -1))
    state, _ = begin(range(1, number + 1), case.get("difficulty", "easy"), in_order)
    for moment, text in enumerate(case.get("vassals", []), start=1):
        words = text.split()
        vassal, holder, chance = (int(words[place]) for place in (0, 2, 4))
        revolt = Revolt(chance, frozen="frozen" in words, settled=False)
        fallen = replace(state.kingdom(vassal), holder=holder, revolt=revolt, gone_at=moment)
        state = replace(state.with_kingdoms(fallen), moment=moment)
    return state


def _event(state: GameState, move: str) -> Event:
    match move.split():
        case ["attack", target]:
            return Attack(int(target))
        case ["pass"]:
            return Pass()
        case [who, "revolts" | "stays" as what]:
            return Decide(int(who), what == "revolts")
        case [who, "finds" | "misses" as what]:
            return Pick(int(who), _cards(state.battle, int(who), what == "finds"))
        case [who, "picks", *cards]:
            return Pick(int(who), tuple(map(int, cards)))
        case [who, way]:
            return Leave(int(who), LEAVES[way])
    raise ValueError(move)


def _cards(battle: Battle | None, kingdom: int, finds: bool) -> tuple[int, ...]:
    if battle is None:
        return ()
    return tuple(chain(_joker(battle, finds), _others(battle, cards_to_pick(battle, kingdom) - finds)))


def _joker(battle: Battle, finds: bool) -> Iterator[int]:
    if finds:
        yield battle.joker


def _others(battle: Battle, number: int) -> list[int]:
    cards = range(1, battle.cards + 1)
    return [card for card in cards if card != battle.joker and card not in battle.picked][:number]
