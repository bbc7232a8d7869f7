"""The games that this house knows. Adding one is its folder and one line here."""

from collections.abc import Mapping
from types import MappingProxyType

from core.errors import Refused, Violation
from rulesets.games.chama.game import CHAMA
from rulesets.kernel.rules import Game

_ALL: tuple[Game, ...] = (
    CHAMA,
)  # fmt: skip

GAMES: Mapping[str, Game] = MappingProxyType({game.key: game for game in _ALL})


def game_of(key: str) -> Game:
    """The game `key`; `Refused` with `unknown_game` where there is none."""
    try:
        return GAMES[key]
    except KeyError:
        raise Refused([Violation("unknown_game", {"game": key}, "game")]) from None
