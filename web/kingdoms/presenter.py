"""The page of a kingdoms game: allegiances, possible acts, and the history."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from rulesets.kernel.sheet import Verdict
from rulesets.kingdoms import (
    GameState,
    Kingdom,
    Picking,
    RevoltChoice,
    Target,
    armies,
    choices_in,
    picking_in,
    turn_of,
)
from rulesets.kingdoms_narration import narrate_event, narrate_outcome
from rulesets.names import choice_name
from tournaments.kingdoms.selectors import Companion, PlayedAct

MAX_SHOWN = 12


@dataclass(frozen=True, slots=True)
class KingdomView:
    """A kingdom in the picture. `armies`: 0 unless it is free. `chance` of its revolt in percent, 0 for none.

    `out`: how it left, "" if it plays. `passes`: how often in a row. `is_frozen`: the next rise of the chance
    is skipped.
    """

    number: int
    name: str
    is_turn: bool
    passes: int
    armies: int
    chance: int
    is_frozen: bool
    out: str
    vassals: tuple["KingdomView", ...]


@dataclass(frozen=True, slots=True)
class NamedKingdom:
    """A target or a revolt choice, with the kingdom's name."""

    name: str
    what: Target | RevoltChoice


@dataclass(frozen=True, slots=True)
class BattleView:
    """The names of a battle's attacker and defender."""

    attacker: str
    defender: str


@dataclass(frozen=True, slots=True)
class PickView:
    """The kingdom that picks, and the cards on the table with whether each is taken.

    `waiting`: the kingdoms that pick afterwards.
    """

    picking: Picking
    name: str
    cards: tuple[tuple[int, bool], ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogLine:
    """An act in words (`done`) with its outcomes; `number` 0 is the beginning.

    `undone`: a later act took it back; `is_undo`: it took back another. `by_app`: the app picked the cards.
    """

    number: int
    done: str
    outcomes: tuple[str, ...]
    undone: bool
    is_undo: bool
    by: str
    by_app: bool
    at: datetime | None


@dataclass(frozen=True, slots=True)
class KingdomsTable:
    """The state of a game that has begun, for its page. `turn` and `winner` are names, `winner` may be "".

    `gone`: kingdoms that left. `choices`: vassals who may revolt now. `more`: older lines left out of `log`.
    """

    cycle: int
    turn: str
    winner: str
    free: tuple[KingdomView, ...]
    gone: tuple[KingdomView, ...]
    targets: tuple[NamedKingdom, ...]
    may_pass: bool
    passes_left: int
    choices: tuple[NamedKingdom, ...]
    battle: BattleView | None
    pick: PickView | None
    log: tuple[LogLine, ...]
    more: int


def difficulty(companion: Companion) -> str:
    """Return the difficulty in words."""
    return choice_name("kingdom_difficulty", companion.difficulty)


def table_of(companion: Companion, *, everything: bool = True) -> KingdomsTable | None:
    """Return the game with the latest 12 lines of its log, or `everything`; None before it began."""
    state = companion.state
    if state is None:
        return None
    names, turn = companion.names, turn_of(state)
    log = tuple(_log_lines(companion))
    shown = log if everything else log[:MAX_SHOWN]
    kingdoms = [state.kingdom(number) for number in state.order]
    return KingdomsTable(
        cycle=state.cycle,
        turn=_name(names, state.current),
        winner=_name(names, state.winner) if state.winner else "",
        free=tuple(_kingdom_view(state, names, kingdom) for kingdom in kingdoms if kingdom.is_free),
        gone=tuple(_kingdom_view(state, names, kingdom) for kingdom in kingdoms if kingdom.out is not None),
        targets=tuple(NamedKingdom(_name(names, target.kingdom), target) for target in turn.targets)
        if turn
        else (),
        may_pass=bool(turn and turn.may_pass),
        passes_left=turn.passes_left if turn else 0,
        choices=tuple(NamedKingdom(_name(names, choice.vassal), choice) for choice in choices_in(state)),
        battle=_battle_view(state, names),
        pick=_pick_view(state, names),
        log=shown,
        more=len(log) - len(shown),
    )


def result_words(companion: Companion, verdict: Verdict) -> str:
    """Return who would win by the sheet of the game, as a sentence; empty if undecided."""
    if verdict.winner is None:
        return ""
    return _("%(name)s wins.") % {"name": _name(companion.names, verdict.winner)}


def _name(names: Mapping[int, str], number: int) -> str:
    """Return the name of the kingdom with this number; the number if it has none."""
    return names.get(number, str(number))


def _kingdom_view(state: GameState, names: Mapping[int, str], kingdom: Kingdom) -> KingdomView:
    """Return a kingdom with its vassals, and theirs, for display."""
    vassals = map(state.kingdom, state.vassals(kingdom.number))
    revolt = kingdom.revolt
    return KingdomView(
        number=kingdom.number,
        name=_name(names, kingdom.number),
        is_turn=kingdom.number == state.current and kingdom.is_free and not state.winner,
        passes=kingdom.passes,
        armies=armies(state, kingdom.number) if kingdom.is_free else 0,
        chance=revolt.chance if revolt else 0,
        is_frozen=bool(revolt and revolt.frozen),
        out=kingdom.out.value if kingdom.out else "",
        vassals=tuple(_kingdom_view(state, names, vassal) for vassal in vassals),
    )


def _battle_view(state: GameState, names: Mapping[int, str]) -> BattleView | None:
    """Return the battle that is fought now; None if there is none."""
    battle = state.battle
    if battle is None:
        return None
    return BattleView(_name(names, battle.attacker), _name(names, battle.defender))


def _pick_view(state: GameState, names: Mapping[int, str]) -> PickView | None:
    """Return the cards from which a kingdom has to pick; None if none has to."""
    picking = picking_in(state)
    if picking is None:
        return None
    cards = tuple((card, card in picking.taken) for card in range(1, picking.cards + 1))
    waiting = tuple(_name(names, number) for number in picking.waiting)
    return PickView(picking, _name(names, picking.kingdom), cards, waiting)


def _log_lines(companion: Companion) -> Iterator[LogLine]:
    """Yield the acts, newest first, and at the end how the order was drawn."""
    yield from (_log_line(companion, act) for act in reversed(companion.acts))
    if companion.replay is not None and companion.game is not None:
        words = tuple(narrate_outcome(outcome, companion.names) for outcome in companion.replay.beginning)
        began = companion.game.begun_at
        by = companion.game.begun_by.name if companion.game.begun_by else ""
        yield LogLine(
            0, _("The game begins"), words, undone=False, is_undo=False, by=by, by_app=False, at=began
        )


def _log_line(companion: Companion, act: PlayedAct) -> LogLine:
    """Return one act of the log in words."""
    words = (narrate_outcome(outcome, companion.names) for outcome in act.outcomes)
    return LogLine(
        number=act.number,
        done=narrate_event(act.event, companion.names),
        outcomes=tuple(filter(None, words)),
        undone=act.undone,
        is_undo=act.undoes is not None,
        by=act.by,
        by_app=act.by_app,
        at=act.at,
    )
