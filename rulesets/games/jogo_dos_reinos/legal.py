"""What may be done now: everything wrong with an event, without playing it."""

from collections.abc import Iterator

from core.errors import Violation
from rulesets.games.jogo_dos_reinos.battles import cards_to_pick
from rulesets.games.jogo_dos_reinos.events import Attack, Decide, Event, Leave, Pass, Pick
from rulesets.games.jogo_dos_reinos.state import GameState
from rulesets.kernel.sheet import Out

MAX_PASSES = 2
WAYS = frozenset({Out.CONCEDED, Out.DISQUALIFIED})


def check(state: GameState, event: Event) -> tuple[Violation, ...]:
    """Return everything that forbids this event now; () if it may be played."""
    if state.winner:
        return (Violation("kingdoms_game_over", {"kingdom": state.winner}, "event", "1"),)
    return tuple(_check(state, event))


def _check(state: GameState, event: Event) -> Iterator[Violation]:
    """Yield violations of the event in a game that is not over."""
    match event:
        case Attack():
            yield from _check_attack(state, event)
        case Pass():
            yield from _check_pass(state)
        case Decide():
            yield from _check_decision(state, event)
        case Pick():
            yield from _check_pick(state, event)
        case Leave():
            yield from _check_leaving(state, event)


def _check_between_battles(state: GameState) -> Iterator[Violation]:
    """Yield a violation while a battle is under way."""
    if state.battle is not None:
        facts = {"attacker": state.battle.attacker, "defender": state.battle.defender}
        yield Violation("battle_under_way", facts, "event", "1")


def _check_in_game(state: GameState, number: int, where: str) -> Iterator[Violation]:
    """Yield a violation of a kingdom that is unknown or has left; `where` is the path."""
    found = state.find(number)
    if found is None:
        yield Violation("kingdom_unknown", {"kingdom": number}, where)
    elif found.out is not None:
        yield Violation("kingdom_left", {"kingdom": number, "out": found.out}, where)


def _check_attack(state: GameState, event: Attack) -> Iterator[Violation]:
    """Yield violations of an attack: in a battle, or on itself or a vassal (1.1)."""
    yield from _check_between_battles(state)
    yield from _check_in_game(state, event.target, "target")
    target = state.find(event.target)
    if event.target == state.current:
        yield Violation("attack_on_itself", {"kingdom": event.target}, "target", "1.1")
    elif target is not None and target.holder:
        facts = {"kingdom": event.target, "holder": target.holder}
        yield Violation("attack_on_vassal", facts, "target", "1.1")


def _check_pass(state: GameState) -> Iterator[Violation]:
    """Yield violations of a pass: in a battle, or a third one in a row (3)."""
    yield from _check_between_battles(state)
    if state.kingdom(state.current).passes >= MAX_PASSES:
        yield Violation("third_pass", {"kingdom": state.current, "most": MAX_PASSES}, "event", "3")


def _check_decision(state: GameState, event: Decide) -> Iterator[Violation]:
    """Yield a violation unless the vassal has still to decide in a battle (1.1.3)."""
    if state.battle is None or event.vassal not in state.battle.undecided:
        yield Violation("nothing_to_decide", {"kingdom": event.vassal}, "vassal", "1.1.3")


def _check_pick(state: GameState, event: Pick) -> Iterator[Violation]:
    """Yield violations of picked cards: out of turn, too many or few, unknown, or taken (1.1.4)."""
    battle = state.battle
    if battle is None or event.kingdom not in battle.picking:
        yield Violation("nothing_to_pick", {"kingdom": event.kingdom}, "kingdom", "1.1.4")
        return
    if event.kingdom == battle.picking[-1] and len(battle.picking) > 1:
        waiting = battle.picking[:-1]
        yield Violation("suzerain_picks_last", {"sides": waiting}, "kingdom", "house:card_picks")
    number = cards_to_pick(battle, event.kingdom)
    if len(event.cards) != number:
        facts = {"kingdom": event.kingdom, "due": number, "picked": len(event.cards)}
        yield Violation("pick_count_wrong", facts, "cards", "1.1.4")
    seen = set(battle.picked)
    for index, card in enumerate(event.cards):
        if not 1 <= card <= battle.cards:
            facts = {"card": card, "cards": battle.cards}
            yield Violation("pick_card_unknown", facts, f"cards.{index}", "1.1.4")
        elif card in seen:
            yield Violation("pick_card_taken", {"card": card}, f"cards.{index}", "1.1.4")
        seen.add(card)


def _check_leaving(state: GameState, event: Leave) -> Iterator[Violation]:
    """Yield violations of leaving: in a battle, twice, or in an unknown way."""
    yield from _check_between_battles(state)
    yield from _check_in_game(state, event.kingdom, "kingdom")
    if event.way not in WAYS:
        yield Violation("way_not_in_game", {"out": event.way}, "way", "house:match_endings")
