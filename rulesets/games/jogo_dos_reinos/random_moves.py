"""Random moves for simulated games. Always an event that the rules allow."""

from random import Random

from rulesets.games.jogo_dos_reinos.battles import due
from rulesets.games.jogo_dos_reinos.events import Attack, Decide, Event, Pass, Pick
from rulesets.games.jogo_dos_reinos.legal import MOST_PASSES
from rulesets.games.jogo_dos_reinos.state import Battle, GameState

PASS_PERCENT = 20


def random_event(state: GameState, rng: Random) -> Event:
    """The next event of a game that is not over: cautious vassals, eager attackers."""
    if state.battle is None:
        return _turn(state, rng)
    if state.battle.undecided:
        vassal = rng.choice(state.battle.undecided)
        return Decide(vassal, rng.randrange(100) < _courage(state, vassal))
    return _pick(state.battle, rng)


def _turn(state: GameState, rng: Random) -> Event:
    may_pass = state.kingdom(state.current).passes < MOST_PASSES
    if may_pass and rng.randrange(100) < PASS_PERCENT:
        return Pass()
    return Attack(rng.choice([kingdom.number for kingdom in state.free if kingdom.number != state.current]))


def _courage(state: GameState, vassal: int) -> int:
    """In percent: the likelier a revolt succeeds, the likelier it is tried."""
    revolt = state.kingdom(vassal).revolt
    return revolt.chance if revolt else 0


def _pick(battle: Battle, rng: Random) -> Event:
    kingdom = battle.picking[0]
    left = [card for card in range(1, battle.cards + 1) if card not in battle.picked]
    return Pick(kingdom, tuple(rng.sample(left, due(battle, kingdom))))
