"""Passwords that everybody here tries first: the product's own words and what is common in Brazil."""

import re
import unicodedata
from functools import cache
from itertools import chain

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from accounts.models import User
from rulesets.kernel.rules import Game
from rulesets.registry import GAMES

OURS = frozenset({
    "torneio", "torneios", "tournament", "organizador", "coordenador", "juiz", "jogador", "demo", "abacaxi",
    "comandante", "exercito", "rodada", "mesa", "sumula", "ressaque",
})  # fmt: skip
COMMON = frozenset({
    "senha", "mudar", "trocar", "brasil", "brasileiro", "saopaulo", "riodejaneiro", "corinthians",
    "flamengo", "palmeiras", "saopaulofc", "vasco", "vascodagama", "santos", "gremio", "internacional",
    "cruzeiro", "atletico", "galo", "botafogo", "fluminense", "bahia", "vitoria", "sport", "fortaleza",
    "ceara", "coxa", "curintia", "mengao", "verdao", "timao", "teamo", "euteamo", "amor", "meuamor",
    "amorzinho", "familia", "deus", "deusefiel", "jesus", "jesuscristo", "gospel", "bemvindo", "mestre",
    "princesa", "gatinha", "gatinho", "lindinha", "bonita", "estrela", "borboleta", "chocolate", "futebol",
    "campeao", "guerreiro", "felicidade", "saudade", "natal", "janeiro", "fevereiro", "marco", "abril",
    "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro", "segunda", "domingo",
    "verao", "inverno", "qwerty", "asdfgh", "password", "admin", "administrador", "usuario", "teste",
    "temporario", "provisoria",
})  # fmt: skip
AROUND = re.compile(r"^[\W\d_]+|[\W\d_]+$")
WITHIN = re.compile(r"[\W\d_]+")


class EverydayPasswordValidator(CommonPasswordValidator):
    """Refuse digits alone, and words that everybody tries, with a year or marks around or between them."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise the same error as for the commonest passwords of the world."""
        plain = _plain(password)
        word, parts = AROUND.sub("", plain), [part for part in WITHIN.split(plain) if part]
        everyday = OURS | COMMON | _words_of_games()
        is_known = any(text in words for text in (plain, word) for words in (everyday, self.passwords))
        if not word or is_known or everyday.issuperset(parts):
            raise ValidationError(self.get_error_message(), code="password_too_common")


@cache
def _words_of_games() -> frozenset[str]:
    """How games, types and variants are called, each word by itself and all of them as one."""
    titles = [_plain(title) for game in GAMES.values() for title in _titles(game)]
    return frozenset(chain(*map(str.split, titles), (title.replace(" ", "") for title in titles)))


def _titles(game: Game) -> tuple[str, ...]:
    called = (kind.title_word for kind in game.kinds), (variant.title_word for variant in game.variants)
    return (game.title_word, *chain(*called))


def _plain(password: str) -> str:
    """In small letters and without accents."""
    apart = unicodedata.normalize("NFKD", password.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
