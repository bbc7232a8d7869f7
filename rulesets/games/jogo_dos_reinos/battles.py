"""A battle from the attack to its end, in the order of the book (1.1.3, 1.1.4).

The vassals of both sides revolt or stay; the attacker alone tests its native armies against those it still
holds; failing that, the defender may take the four that desert; the cards are dealt, and picked until the
joker or the last card that the picking side may turn up.
"""

from dataclasses import replace
from random import Random

from rulesets.games.jogo_dos_reinos import chances
from rulesets.games.jogo_dos_reinos.chances import Trial, roll
from rulesets.games.jogo_dos_reinos.events import (
    BattleBegan,
    BattleWon,
    Dealt,
    Decide,
    Fell,
    Outcome,
    Pick,
    Picked,
    StayedLoyal,
    TakenOver,
)
from rulesets.games.jogo_dos_reinos.revolts import Revolt, after_defeat_of_suzerain, after_failure
from rulesets.games.jogo_dos_reinos.state import (
    ARMIES_AFTER_FAILURE,
    NATIVE_ARMIES,
    Battle,
    GameState,
    Kingdom,
)
from rulesets.games.jogo_dos_reinos.turns import Step, begin_next_turn, set_free, set_revolt_chance


def cards_to_pick(battle: Battle, kingdom: int) -> int:
    """Return how many cards a kingdom picks: one for each army that it brings to its side (1.1.4)."""
    if kingdom == battle.attacker:
        return battle.native
    return NATIVE_ARMIES + (battle.captured if kingdom == battle.defender else 0)


def begin(state: GameState, target: int, rng: Random) -> Step:
    """Begin the battle of the kingdom whose turn it is; its turn is played, so it may pass again.

    If no vassal has to decide, the cards are dealt at once.
    """
    attacker = state.current
    undecided = (*state.vassals(attacker), *state.vassals(target))
    state = state.with_kingdoms(replace(state.kingdom(attacker), passes=0))
    state = replace(state, battle=Battle(attacker, target, undecided))
    state, told = _deal_once_decided(state, rng)
    return state, (BattleBegan(attacker, target), *told)


def decide(state: GameState, event: Decide, rng: Random) -> Step:
    """Let a vassal revolt, with its chance, or stay loyal; deal the cards after the last decision."""
    state, told = _revolt(state, event.vassal, rng) if event.revolts else _stay(state, event.vassal)
    battle = _battle(state)
    undecided = tuple(number for number in battle.undecided if number != event.vassal)
    state, dealt = _deal_once_decided(replace(state, battle=replace(battle, undecided=undecided)), rng)
    return state, (*told, *dealt)


def pick(state: GameState, event: Pick) -> Step:
    """Turn up a kingdom's cards; the joker, or the last of the side's cards, ends the battle.

    The picking side wins with the joker, and loses without it.
    """
    battle = _battle(state)
    found = battle.joker in event.cards
    rest = tuple(number for number in battle.picking if number != event.kingdom)
    side, other = battle.picking[-1], _opponent(battle, battle.picking[-1])
    told = (Picked(event.kingdom, event.cards, found),)
    if found or not rest:
        state, ended = _end(state, *((side, other) if found else (other, side)))
        return state, (*told, *ended)
    picked = battle.picked | frozenset(event.cards)
    return replace(state, battle=replace(battle, picking=rest, picked=picked)), told


def _battle(state: GameState) -> Battle:
    """Return the battle under way. Raise `ValueError` if there is none."""
    if state.battle is None:
        raise ValueError("no battle is under way")
    return state.battle


def _opponent(battle: Battle, suzerain: int) -> int:
    """Return the suzerain on the other side of the battle."""
    return battle.defender if suzerain == battle.attacker else battle.attacker


def _stay(state: GameState, vassal: int) -> Step:
    """Return the state as it is, with the outcome that the vassal stays loyal."""
    return state, (StayedLoyal(vassal),)


def _revolt(state: GameState, vassal: int, rng: Random) -> Step:
    """Roll for a vassal's revolt: it is free, or its chance changes."""
    revolt = state.kingdom(vassal).revolt or Revolt()
    rolled = roll(Trial.REVOLT, vassal, revolt.chance, rng)
    state, told = (
        set_free(state, vassal) if rolled.success else set_revolt_chance(state, vassal, after_failure(revolt))
    )
    return state, (rolled, *told)


def _deal_once_decided(state: GameState, rng: Random) -> Step:
    """Muster the armies and deal the cards, unless a vassal has still to decide."""
    battle = _battle(state)
    if battle.undecided:
        return state, ()
    battle, rolls = _muster(state, battle, rng)
    battle, dealt = _deal(state, battle, rng)
    return replace(state, battle=battle), (*rolls, dealt)


def _muster(state: GameState, battle: Battle, rng: Random) -> tuple[Battle, tuple[Outcome, ...]]:
    """Test the attacker's native armies (2.1), then who gets those that deserted (2.3).

    Return the battle with the armies that are left, and the rolls.
    """
    chance = chances.native_chance(state.difficulty, len(state.vassals(battle.attacker)))
    native = roll(Trial.NATIVE_ARMIES, battle.attacker, chance, rng)
    if native.success:
        return battle, (native,)
    rebels = roll(Trial.REBEL_ARMIES, battle.defender, chances.CAPTURE_CHANCE, rng)
    captured = NATIVE_ARMIES - ARMIES_AFTER_FAILURE if rebels.success else 0
    return replace(battle, native=ARMIES_AFTER_FAILURE, captured=captured), (native, rebels)


def _deal(state: GameState, battle: Battle, rng: Random) -> tuple[Battle, Outcome]:
    """Deal the cards face down, one of them the joker; return the battle and the outcome.

    The side with fewer armies picks, the attacker if both have as many.
    """
    own, others = (_armies(state, battle, side) for side in (battle.attacker, battle.defender))
    picker, armies = (battle.attacker, own) if own <= others else (battle.defender, others)
    cards = own + others
    joker = chances.choose_joker(cards, rng)
    picking = (*state.vassals(picker), picker)
    return replace(battle, cards=cards, joker=joker, picking=picking), Dealt(cards, joker, picker, armies)


def _armies(state: GameState, battle: Battle, suzerain: int) -> int:
    """Return the armies of a suzerain in this battle, with those of the vassals."""
    return cards_to_pick(battle, suzerain) + NATIVE_ARMIES * len(state.vassals(suzerain))


def _end(state: GameState, winner: int, loser: int) -> Step:
    """End the battle: the loser and its vassals become the winner's. Begin the next turn or end the game."""
    outcomes: tuple[Outcome, ...] = (BattleWon(winner, loser), Fell(loser, winner))
    for vassal in state.vassals(loser):
        state, told = _take_over(state, vassal, winner)
        outcomes += told
    moment = state.moment + 1
    fallen = Kingdom(loser, holder=winner, revolt=Revolt(), gone_at=moment)
    state, told = begin_next_turn(replace(state.with_kingdoms(fallen), moment=moment, battle=None))
    return state, outcomes + told


def _take_over(state: GameState, vassal: int, winner: int) -> Step:
    """Give a vassal of the loser to the winner; its revolt chance grows."""
    kingdom = state.kingdom(vassal)
    state = state.with_kingdoms(replace(kingdom, holder=winner))
    state, told = set_revolt_chance(state, vassal, after_defeat_of_suzerain(kingdom.revolt or Revolt()))
    return state, (TakenOver(vassal, kingdom.holder, winner), *told)
