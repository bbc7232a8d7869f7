"""Random sheets that stand: games played by the companion's own rules until they end as wanted."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from core.errors import Impossible
from rulesets.games.jogo_dos_reinos.battles import cards_to_pick
from rulesets.games.jogo_dos_reinos.engine import begin, play
from rulesets.games.jogo_dos_reinos.events import Attack, Decide, Event, Leave, Pass, Pick
from rulesets.games.jogo_dos_reinos.fields import NOTHING, lines_of
from rulesets.games.jogo_dos_reinos.house_rules import KINGDOM_DIFFICULTY
from rulesets.games.jogo_dos_reinos.legal import MAX_PASSES
from rulesets.games.jogo_dos_reinos.state import Battle, GameState
from rulesets.kernel.random_standing import EARLY_PERCENT, RULING_REASON, choose_ending, reason_for
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation, Verdict

PASS_PERCENT = 20


def random_event(state: GameState, rng: Random) -> Event:
    """Return a random event that the rules allow now, in a game that is not over."""
    if state.battle is None:
        return _random_turn(state, rng)
    if state.battle.undecided:
        vassal = rng.choice(state.battle.undecided)
        return Decide(vassal, rng.randrange(100) < _revolt_percent(state, vassal))
    return _random_pick(state.battle, rng)


def _random_turn(state: GameState, rng: Random) -> Event:
    """Return an attack on a random free kingdom; sometimes (20 %) a pass, if it may pass."""
    may_pass = state.kingdom(state.current).passes < MAX_PASSES
    if may_pass and rng.randrange(100) < PASS_PERCENT:
        return Pass()
    return Attack(rng.choice([kingdom.number for kingdom in state.free if kingdom.number != state.current]))


def _revolt_percent(state: GameState, vassal: int) -> int:
    """Return how likely a vassal tries to revolt, in percent: as likely as that it succeeds."""
    revolt = state.kingdom(vassal).revolt
    return revolt.chance if revolt else 0


def _random_pick(battle: Battle, rng: Random) -> Event:
    """Return a random pick of as many free cards as the next kingdom has to turn up."""
    kingdom = battle.picking[0]
    left = [card for card in range(1, battle.cards + 1) if card not in battle.picked]
    return Pick(kingdom, tuple(rng.sample(left, cards_to_pick(battle, kingdom))))


CONCEDE_PERCENT = 3
MAX_TRIES = 60
_DEPARTURES: Mapping[EndedBy, Out] = {
    EndedBy.CONCESSION: Out.CONCEDED,
    EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
}


def random_sheet(
    rules: Rules,
    situation: Situation,
    rng: Random,
    odds: Mapping[EndedBy, int],
    judge: Callable[[Sheet], Verdict],
) -> Sheet:
    """Return a random sheet that the rules accept; `odds` replace the kernel's weights.

    If time leaves sides equal, the game is played again, and to the end if it always does (two kingdoms).
    Raise `Impossible` if a sheet is refused for another reason.
    """
    ended_by = choose_ending(rules, situation, rng, odds)
    for _ in range(MAX_TRIES):
        sheet = _play_to_sheet(ended_by, rules, situation, rng)
        verdict = judge(sheet)
        codes = {violation.code for violation in verdict.violations}
        if verdict.stands:
            return sheet
        if not codes <= {"game_drawn", "tie_needs_ruling", "time_needs_two_sides"}:
            raise Impossible(f"random sheet refused: {sorted(codes)} {sheet}")
    return _play_to_sheet(EndedBy.WIN_CONDITION, rules, situation, rng)


def _play_to_sheet(ended_by: EndedBy, rules: Rules, situation: Situation, rng: Random) -> Sheet:
    """Return a random sheet with this ending, which the rules may still refuse, as when time leaves a tie.

    No game is played for a walkover, if none advances, or if the match has not started.
    """
    if ended_by in (EndedBy.WALKOVER, EndedBy.NONE_ADVANCES) or not situation.started:
        return _sheet_without_play(ended_by, situation, rng)
    state = _begin_random_game(rules, situation, rng)
    if ended_by is EndedBy.WIN_CONDITION:
        state = _play_until(state, rng, _never)
    elif ended_by in _DEPARTURES:
        state = _play_until_last_leaves(state, _DEPARTURES[ended_by], rng)
    else:
        state = _play_until(state, rng, _at_most_free(rng.randint(2, max(2, len(state.order) - 1))))
    lines = lines_of(state, situation.seats)
    if ended_by is EndedBy.RULING:
        ruled = rng.choice([kingdom.number for kingdom in state.free])
        return Sheet(ended_by, lines, winner=ruled, reason=RULING_REASON)
    winner = state.winner if ended_by is EndedBy.WIN_CONDITION else None
    return Sheet(ended_by, lines, winner=winner, reason=reason_for(ended_by, lines))


def _sheet_without_play(ended_by: EndedBy, situation: Situation, rng: Random) -> Sheet:
    """Return a sheet of a match that was not played: no side came, or one alone, or the coordinator ruled."""
    sides = [seat.side for seat in situation.seats]
    came = set() if ended_by is EndedBy.NONE_ADVANCES or not sides else {rng.choice(sides)}
    winner = next(iter(came), None) if ended_by is EndedBy.RULING else None
    if winner is not None:
        came |= {side for side in sides if rng.randrange(100) >= EARLY_PERCENT}
    lines = tuple(_absent_unless(seat.side in came, seat.player) for seat in situation.seats)
    return Sheet(ended_by, lines, winner=winner, reason=reason_for(ended_by, lines))


def _absent_unless(came: bool, player: str) -> Line:
    """Return a line without counts, absent if the player did not come."""
    return Line(player, NOTHING, None if came else Out.ABSENT)


def _begin_random_game(rules: Rules, situation: Situation, rng: Random) -> GameState:
    """Begin a game of those who came, at random, but at least two."""
    sides = [seat.side for seat in situation.seats]
    rng.shuffle(sides)
    came = [side for place, side in enumerate(sides) if place < 2 or rng.randrange(100) >= EARLY_PERCENT]
    return begin(came, str(rules.value_of(KINGDOM_DIFFICULTY)), rng)[0]


def _play_until(state: GameState, rng: Random, stop: Callable[[GameState], bool]) -> GameState:
    """Play on until a turn begins at which `stop` holds, or a kingdom won; now and then one concedes."""
    while not state.winner and (state.battle is not None or not stop(state)):
        if state.battle is None and len(state.free) > 2 and rng.randrange(100) < CONCEDE_PERCENT:
            staying = [kingdom.number for kingdom in state.kingdoms if kingdom.out is None]
            event: Event = Leave(rng.choice(staying), Out.CONCEDED)
        else:
            event = random_event(state, rng)
        state, _ = play(state, event, rng)
    return state


def _never(state: GameState) -> bool:
    """Return False: as a condition to stop, it lets the game go on until it is won."""
    return False


def _at_most_free(most: int) -> Callable[[GameState], bool]:
    """Return a condition to stop: at most so many kingdoms are free."""
    return lambda state: len(state.free) <= most


def _play_until_last_leaves(begun: GameState, way: Out, rng: Random) -> GameState:
    """Play until one of the last two free kingdoms leaves, without vassals that would go free."""
    while True:
        state = _play_until(begun, rng, lambda state: len(_without_vassals(state)) > 0)
        if not state.winner:
            return play(state, Leave(rng.choice(_without_vassals(state)), way), rng)[0]


def _without_vassals(state: GameState) -> Sequence[int]:
    """Return those of the last two free kingdoms that hold no vassal; [] while more are free."""
    free = state.free if len(state.free) == 2 else ()
    return [kingdom.number for kingdom in free if not state.vassals(kingdom.number)]
