"""The games of the product. Adding one is its folder and one line in `_ALL`.

Read `GAMES` at the time of use and do not store what follows from it: tests add a game.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from core.errors import Refused, Violation
from rulesets.games.castelo.game import CASTELO
from rulesets.games.chama.game import CHAMA
from rulesets.games.hermetica.game import HERMETICA
from rulesets.games.jogo_dos_reinos.game import JOGO_DOS_REINOS
from rulesets.kernel.extras import (
    ChecksDecks,
    ComposesTypes,
    PlacesByLines,
    TakesPineapples,
    WarnsOfChoices,
    WarnsOfTables,
)
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import Game, Kind, Rules
from rulesets.kernel.sheet import Places, Sheet, Situation

_ALL: dict[str, Game] = {
    game.key: game
    for game in (
        CHAMA,
        CASTELO,
        HERMETICA,
        JOGO_DOS_REINOS,
    )
}

GAMES: Mapping[str, Game] = MappingProxyType(_ALL)
FIRST_GAME = next(iter(GAMES))
"""The game of requests that name none."""


def game_of(key: str) -> Game:
    """Return the game `key`. Raise `Refused` `unknown_game` if there is none."""
    try:
        return GAMES[key]
    except KeyError:
        raise Refused([Violation("unknown_game", {"game": key}, "game")]) from None


def choice_warnings(key: str, kind: str, house_rules: Mapping[str, Value]) -> tuple[Violation, ...]:
    """Return what speaks against choices that the game `key` allows; () if nothing does.

    Raise as `game_of`.
    """
    game = game_of(key)
    return game.choice_warnings(kind, house_rules) if isinstance(game, WarnsOfChoices) else ()


def table_warnings(
    key: str, kind: Kind, variants: Collection[str], rounds: Sequence[Sequence[int]]
) -> tuple[Violation, ...]:
    """Return what speaks against tables of these sizes (entries, round by round); () if nothing does.

    Raise as `game_of`.
    """
    game = game_of(key)
    return game.table_warnings(kind, variants, rounds) if isinstance(game, WarnsOfTables) else ()


def decks_are_due(rules: Rules) -> bool:
    """Return whether a tournament under these rules asks for an accepted deck at check-in.

    False for an unknown game.
    """
    game = GAMES.get(rules.game)
    return isinstance(game, ChecksDecks) and rules.value_of(game.deck_option) is True


def takes_pineapples(key: str, variants: Collection[str]) -> bool:
    """Return whether it matters in this game, with these variants, who brought a pineapple.

    False for an unknown game.
    """
    game = GAMES.get(key)
    return isinstance(game, TakesPineapples) and game.takes_pineapples(variants)


def check_pineapples(key: str, variants: Collection[str]) -> tuple[Violation, ...]:
    """Return `pineapples_off` if the game, or these variants of it, use no pineapples (4.3); else ()."""
    known = takes_pineapples(key, variants)
    return () if known else (Violation("pineapples_off", {}, "pineapples", "4.3"),)


def recorded_counts(rules: Rules) -> tuple[str, ...]:
    """Return the keys of the counts that each recorded line of a sheet has.

    A count that the type does not have is null there. Raise as `kind_under`.
    """
    kind = kind_under(rules)
    return game_of(rules.game).sheet_terms.recorded or tuple(field.key for field in kind.fields)


def deck_checker(key: str) -> ChecksDecks | None:
    """Return the game `key` if its players build decks under rules, else None. Raise as `game_of`."""
    game = game_of(key)
    return game if isinstance(game, ChecksDecks) else None


def game_with(key: str, kinds: Sequence[Kind]) -> Game:
    """Return the game `key` with types that people composed; the plain game without any.

    Raise `Refused` `game_without_types` if it takes none, or as `game_of`.
    """
    game = game_of(key)
    return composer(key).with_kinds(kinds) if kinds else game


def split_lost_ties(rules: Rules, situation: Situation, sheet: Sheet, placement: Places) -> Places:
    """Return the placement with each tie split that the lines no longer show; the order of groups stays.

    A tie is lost with the side that had caused it, because its cards had not been counted (house rule
    `uncounted_cards`). Only games in which that can happen split; others return `placement`.
    """
    game = game_of(rules.game)
    if not isinstance(game, PlacesByLines):
        return placement
    shown = game.places_by_lines(rules, situation, sheet)
    parts = (tuple(side for side in group if side in tied) for tied in placement for group in shown)
    return tuple(part for part in parts if part)


def composer(key: str) -> ComposesTypes:
    """Return the game `key` if people may compose types.

    Raise `Refused` `game_without_types` if they may not, or as `game_of`.
    """
    game = game_of(key)
    if not isinstance(game, ComposesTypes):
        raise Refused([Violation("game_without_types", {"game": key}, "game")])
    return game


def composes(key: str) -> bool:
    """Return whether people may compose types of the game `key`; False for an unknown game."""
    return isinstance(GAMES.get(key), ComposesTypes)


def kind_under(rules: Rules) -> Kind:
    """Return the type of these rules: the one that they define themselves, or the catalogue's.

    Raise `Refused` `kind_unknown`, or as `game_of`.
    """
    return rules.definition or game_of(rules.game).kind(rules.kind)


def kind_of_definition(game: str, key: str, data: Mapping[str, object] | None) -> Kind | None:
    """Return the type that a tournament pinned by its definition; None without one: it is of the book.

    Raise as `composer`.
    """
    return composer(game).kind_from(key, data) if data else None
