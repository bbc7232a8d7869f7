"""Turns and cycles: who is next, what a finished cycle changes, who leaves, and when the game is over."""

from dataclasses import replace

from rulesets.games.jogo_dos_reinos.events import ChanceChanged, CycleEnded, Freed, Left, Outcome, TurnOf, Won
from rulesets.games.jogo_dos_reinos.revolts import Revolt, after_cycle
from rulesets.games.jogo_dos_reinos.state import GameState, Kingdom
from rulesets.kernel.sheet import Out

Step = tuple[GameState, tuple[Outcome, ...]]
"""The game after something happened, and the outcomes of it, in order."""


def begin_next_turn(state: GameState) -> Step:
    """Begin the next free kingdom's turn, ending the cycle if due; end the game if one alone is free."""
    if len(state.free) == 1:
        winner = state.free[0].number
        return replace(state, winner=winner, battle=None), (Won(winner),)
    state, ended = _advance_turn(state)
    return state, (*ended, TurnOf(state.current, state.cycle))


def set_revolt_chance(state: GameState, number: int, revolt: Revolt) -> Step:
    """Give a vassal this revolt chance; the outcome says the chance before and after."""
    vassal = state.kingdom(number)
    before = vassal.revolt.chance if vassal.revolt else 0
    told = ChanceChanged(number, before, revolt.chance, revolt.frozen)
    return state.with_kingdoms(replace(vassal, revolt=revolt)), (told,)


def set_free(state: GameState, number: int) -> Step:
    """Make a vassal a free kingdom, which has passed no turn yet (house rule `freedom_passes`)."""
    holder = state.kingdom(number).holder
    return state.with_kingdoms(Kingdom(number)), (Freed(number, holder),)


def leave(state: GameState, number: int, way: Out) -> Step:
    """Take a kingdom out of the game; its vassals are free again (house rule `kingdom_leaves`).

    Who concedes as a vassal keeps the order of its fall; a free kingdom that concedes gets the next order.
    Who is disqualified has none. If it was its turn, or one free kingdom is left, the game goes on at once.
    """
    outcomes: tuple[Outcome, ...] = (Left(number, way),)
    for vassal in state.vassals(number):
        state, told = set_free(state, vassal)
        outcomes += told
    gone = state.kingdom(number)
    moment = state.moment + 1
    at = 0 if way is not Out.CONCEDED else gone.gone_at or moment
    state = replace(state.with_kingdoms(Kingdom(number, gone_at=at, out=way)), moment=moment)
    if number != state.current and len(state.free) > 1:
        return state, outcomes
    state, told = begin_next_turn(state)
    return state, outcomes + told


def _advance_turn(state: GameState) -> Step:
    """Move to the next free kingdom in the order; after the last, end the cycle and begin with the first."""
    free_numbers = {kingdom.number for kingdom in state.free}
    places = [place for place, number in enumerate(state.order) if number in free_numbers]
    later = [place for place in places if place > state.turn]
    if later:
        return replace(state, turn=later[0]), ()
    state, outcomes = _end_cycle(state)
    return replace(state, turn=places[0], cycle=state.cycle + 1), outcomes


def _end_cycle(state: GameState) -> Step:
    """Change the revolt chance of every vassal as a finished cycle does."""
    outcomes: tuple[Outcome, ...] = (CycleEnded(state.cycle),)
    for number in state.order:
        revolt = state.kingdom(number).revolt
        if revolt is not None:
            changed = not revolt.settled
            state, told = set_revolt_chance(state, number, after_cycle(revolt))
            outcomes += told if changed else ()
    return state, outcomes
