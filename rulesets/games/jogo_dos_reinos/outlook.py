"""What a kingdom may do now, and how likely it is to win: figures for people at the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulesets.games.jogo_dos_reinos.battles import cards_to_pick
from rulesets.games.jogo_dos_reinos.chances import CAPTURE_CHANCE, native_chance
from rulesets.games.jogo_dos_reinos.events import Attack, Pass
from rulesets.games.jogo_dos_reinos.legal import MAX_PASSES, check
from rulesets.games.jogo_dos_reinos.state import ARMIES_AFTER_FAILURE, NATIVE_ARMIES, GameState


@dataclass(frozen=True, slots=True)
class Target:
    """A kingdom that may be attacked now; `own` and `others`: armies of attacker and target if all are loyal.

    `native`: the chance in percent that the attacker's native armies follow (2.1); `win`: that of winning the
    battle, both tests counted, rounded.
    """

    kingdom: int
    own: int
    others: int
    native: int
    win: int


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """What the kingdom whose turn it is may do: attack one of `targets`, and pass `passes_left` times."""

    kingdom: int
    targets: tuple[Target, ...]
    may_pass: bool
    passes_left: int


@dataclass(frozen=True, slots=True)
class RevoltChoice:
    """A vassal that decides now whether to revolt against `holder`, with its chance in percent."""

    vassal: int
    holder: int
    chance: int


@dataclass(frozen=True, slots=True)
class Picking:
    """The kingdom that turns up cards now: `due` of all `cards`; those `taken` lie open, without the joker.

    `waiting`: the kingdoms of its side that pick after it, in their order.
    """

    kingdom: int
    due: int
    cards: int
    taken: frozenset[int]
    waiting: tuple[int, ...]


def turn_of(state: GameState) -> TurnChoice | None:
    """Return what may be done between two battles; None in a battle, and once the game is over."""
    if state.battle is not None or state.winner:
        return None
    passes = state.kingdom(state.current).passes
    return TurnChoice(
        kingdom=state.current,
        targets=tuple(_targets(state)),
        may_pass=not check(state, Pass()),
        passes_left=max(0, MAX_PASSES - passes),
    )


def choices_in(state: GameState) -> tuple[RevoltChoice, ...]:
    """Return the vassals of a battle that have still to say whether they revolt, in the order of turns."""
    undecided = state.battle.undecided if state.battle else ()
    return tuple(_choice(state, number) for number in undecided)


def picking_in(state: GameState) -> Picking | None:
    """Return who picks cards now: vassals of the picking side in their order, the suzerain last.

    None without a battle whose cards are dealt.
    """
    battle = state.battle
    if battle is None or not battle.picking:
        return None
    kingdom, *waiting = battle.picking
    return Picking(kingdom, cards_to_pick(battle, kingdom), battle.cards, battle.picked, tuple(waiting))


def armies(state: GameState, suzerain: int) -> int:
    """Return the armies of a free kingdom and its vassals before any test: five each."""
    return NATIVE_ARMIES * (1 + len(state.vassals(suzerain)))


def _targets(state: GameState) -> Iterator[Target]:
    """Yield each kingdom that may be attacked now, with armies and chances."""
    for kingdom in state.free:
        if not check(state, Attack(kingdom.number)):
            own, others = armies(state, state.current), armies(state, kingdom.number)
            native = native_chance(state.difficulty, len(state.vassals(state.current)))
            yield Target(kingdom.number, own, others, native, _win_chance(own, others, native))


def _win_chance(own: int, others: int, native: int) -> int:
    """Return the attacker's chance in percent, rounded, given both sides' armies and the chance `native`.

    A side with k of the N armies finds or leaves the joker k in N times, as picker or not.
    """
    lost = NATIVE_ARMIES - ARMIES_AFTER_FAILURE
    loyal, captured = Fraction(native, 100), Fraction(CAPTURE_CHANCE, 100)
    few = own - lost
    deserted = (1 - captured) * Fraction(few, few + others) + captured * Fraction(few, few + others + lost)
    return round(100 * (loyal * Fraction(own, own + others) + (1 - loyal) * deserted))


def _choice(state: GameState, vassal: int) -> RevoltChoice:
    """Return the vassal with its suzerain and its revolt chance, 0 while it has no revolt."""
    kingdom = state.kingdom(vassal)
    return RevoltChoice(vassal, kingdom.holder, kingdom.revolt.chance if kingdom.revolt else 0)
