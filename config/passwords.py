"""Refuse passwords that people here try first: the product's own words and common ones in Brazil."""

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

PRODUCT_WORDS = frozenset({
    "torneio", "torneios", "tournament", "organizador", "coordenador", "juiz", "jogador", "demo", "abacaxi",
    "comandante", "exercito", "rodada", "mesa", "sumula", "ressaque",
})  # fmt: skip
COUNTRY_WORDS = frozenset({
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
NO_LETTERS_AROUND = re.compile(r"^[\W\d_]+|[\W\d_]+$")
NO_LETTERS = re.compile(r"[\W\d_]+")


class EverydayPasswordValidator(CommonPasswordValidator):
    """Refuses digits alone, and known words, with a year or marks around or between them.

    Known are Django's list, the site's own (`COMMON_PASSWORDS`), and words of the product and of the
    country, which are refused one after the other too.
    """

    def __init__(self) -> None:
        super().__init__()
        if settings.COMMON_PASSWORDS:
            self.passwords |= _read_password_list(Path(settings.COMMON_PASSWORDS))

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise `ValidationError` `password_too_common`, with Django's sentence for common passwords.

        The account does not matter.
        """
        plain = _normalized(password)
        word, letters = NO_LETTERS_AROUND.sub("", plain), NO_LETTERS.sub("", plain)
        is_known = plain in self.passwords or word in self.passwords
        if (
            not word
            or is_known
            or _consists_of_words(letters, PRODUCT_WORDS | COUNTRY_WORDS | _words_of_games())
        ):
            raise ValidationError(self.get_error_message(), code="password_too_common")


def _read_password_list(path: Path) -> set[str]:
    """Return the passwords of a file, one a line, normalized; bytes that are no text are skipped."""
    with path.open(encoding="utf-8", errors="ignore") as lines:
        return {_normalized(line.strip()) for line in lines}


def _consists_of_words(letters: str, words: Collection[str]) -> bool:
    """Return whether the letters are a sequence of these words without a rest; true for no letters.

    The words may be of any number and order.
    """
    ends = [0]
    for end in range(1, len(letters) + 1):
        if any(letters[start:end] in words for start in ends):
            ends.append(end)
    return ends[-1] == len(letters)


@cache
def _words_of_games() -> frozenset[str]:
    """Return the words in titles of games, types and variants, each alone, and all of a title joined."""
    titles = [_normalized(title) for game in GAMES.values() for title in _title_words(game)]
    return frozenset(chain(*map(str.split, titles), (title.replace(" ", "") for title in titles)))


def _title_words(game: Game) -> tuple[str, ...]:
    """Return the title words of a game, its types and its variants, as written."""
    called = (kind.title_word for kind in game.kinds), (variant.title_word for variant in game.variants)
    return (game.title_word, *chain(*called))


def _normalized(password: str) -> str:
    """Return the text in lower case (case-folded) without accents."""
    apart = unicodedata.normalize("NFKD", password.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
