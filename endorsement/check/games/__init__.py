"""The games that a record can be of: each a module with its words, types, sheets and placement."""

from collections.abc import Mapping

from endorsement.check.games.castelo import CASTELO
from endorsement.check.games.chama import CHAMA
from endorsement.check.games.game import Fault, Game, Kind, Table
from endorsement.check.games.hermetica import HERMETICA
from endorsement.check.games.reinos import REINOS

GAMES: Mapping[str, Game] = {game.key: game for game in (CHAMA, CASTELO, HERMETICA, REINOS)}

__all__ = ["GAMES", "Fault", "Game", "Kind", "Table"]
