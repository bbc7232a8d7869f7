"""Turns and cycles: who is next, what a finished cycle changes, who leaves, and when the game is over."""

from dataclasses import replace

from rulesets.games.jogo_dos_reinos.events import ChanceChanged, CycleEnded, Freed, Left, Outcome, TurnOf, Won
from rulesets.games.jogo_dos_reinos.revolts import Revolt, after_cycle
from rulesets.games.jogo_dos_reinos.state import GameState, Kingdom
from rulesets.kernel.sheet import Out

Step = tuple[GameState, tuple[Outcome, ...]]


def go_on(state: GameState) -> Step:
    """The next kingdom's turn, or the end of the game once one kingdom alone is free."""
    if len(state.free) == 1:
        winner = state.free[0].number
        return replace(state, winner=winner, battle=None), (Won(winner),)
    state, ended = _next_place(state)
    return state, (*ended, TurnOf(state.current, state.cycle))


def settle_revolt(state: GameState, number: int, revolt: Revolt) -> Step:
    """A vassal's revolt chance becomes this."""
    vassal = state.kingdom(number)
    before = vassal.revolt.chance if vassal.revolt else 0
    told = ChanceChanged(number, before, revolt.chance, revolt.frozen)
    return state.put(replace(vassal, revolt=revolt)), (told,)


def free(state: GameState, number: int) -> Step:
    """A vassal becomes a free kingdom, which has passed no turn yet (house rule `freedom_passes`)."""
    holder = state.kingdom(number).holder
    return state.put(Kingdom(number)), (Freed(number, holder),)


def leave(state: GameState, number: int, way: Out) -> Step:
    """A kingdom is out, and its vassals are free again (house rule `kingdom_leaves`).

    Who concedes as a vassal keeps the order of its fall; a free kingdom that concedes falls out now.
    """
    outcomes: tuple[Outcome, ...] = (Left(number, way),)
    for vassal in state.vassals(number):
        state, told = free(state, vassal)
        outcomes += told
    gone = state.kingdom(number)
    moment = state.moment + 1
    at = 0 if way is not Out.CONCEDED else gone.gone_at or moment
    state = replace(state.put(Kingdom(number, gone_at=at, out=way)), moment=moment)
    if number != state.current and len(state.free) > 1:
        return state, outcomes
    state, told = go_on(state)
    return state, outcomes + told


def _next_place(state: GameState) -> Step:
    free_numbers = {kingdom.number for kingdom in state.free}
    places = [place for place, number in enumerate(state.order) if number in free_numbers]
    later = [place for place in places if place > state.turn]
    if later:
        return replace(state, turn=later[0]), ()
    state, outcomes = _end_cycle(state)
    return replace(state, turn=places[0], cycle=state.cycle + 1), outcomes


def _end_cycle(state: GameState) -> Step:
    outcomes: tuple[Outcome, ...] = (CycleEnded(state.cycle),)
    for number in state.order:
        revolt = state.kingdom(number).revolt
        if revolt is not None:
            changed = not revolt.settled
            state, told = settle_revolt(state, number, after_cycle(revolt))
            outcomes += told if changed else ()
    return state, outcomes
