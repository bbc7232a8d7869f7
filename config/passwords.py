"""Passwords that everyone here tries first: the product's own words and common ones in Brazil."""

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from itertools import chain
from pathlib import Path

from django.conf import settings
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
    """Refuse digits alone, and words that everybody tries, with a year or marks around or between them.

    Those are Django's list, the site's own (`COMMON_PASSWORDS`), and words of the product and of the country,
    which are refused one after the other too.
    """

    def __init__(self) -> None:
        super().__init__()
        if settings.COMMON_PASSWORDS:
            self.passwords |= _listed(Path(settings.COMMON_PASSWORDS))

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise the same error as for the world's most common passwords."""
        plain = _plain(password)
        word, letters = AROUND.sub("", plain), WITHIN.sub("", plain)
        is_known = plain in self.passwords or word in self.passwords
        if not word or is_known or _is_of_words(letters, OURS | COMMON | _words_of_games()):
            raise ValidationError(self.get_error_message(), code="password_too_common")


def _listed(path: Path) -> set[str]:
    """Return the passwords of a file, one a line, as they are compared; skip bytes that are no text."""
    with path.open(encoding="utf-8", errors="ignore") as lines:
        return {_plain(line.strip()) for line in lines}


def _is_of_words(letters: str, words: Collection[str]) -> bool:
    """Return whether the letters consist only of these words, one after the other."""
    ends = [0]
    for end in range(1, len(letters) + 1):
        if any(letters[start:end] in words for start in ends):
            ends.append(end)
    return ends[-1] == len(letters)


@cache
def _words_of_games() -> frozenset[str]:
    """Return the words of games, types and variants, each one alone and all of a title joined."""
    titles = [_plain(title) for game in GAMES.values() for title in _titles(game)]
    return frozenset(chain(*map(str.split, titles), (title.replace(" ", "") for title in titles)))


def _titles(game: Game) -> tuple[str, ...]:
    called = (kind.title_word for kind in game.kinds), (variant.title_word for variant in game.variants)
    return (game.title_word, *chain(*called))


def _plain(password: str) -> str:
    """Return the password in lower case without accents."""
    apart = unicodedata.normalize("NFKD", password.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
