"""The games that a record can be of: each a module with its words, types, sheets and placement."""

from checker.games.castelo import CASTELO
from checker.games.chama import CHAMA
from checker.games.game import Fault, Game, Kind, Table
from checker.games.hermetica import HERMETICA
from checker.games.reinos import REINOS

GAMES: dict[str, Game] = {game.key: game for game in (CHAMA, CASTELO, HERMETICA, REINOS)}

__all__ = ["GAMES", "Fault", "Game", "Kind", "Table"]
