"""Words of a game with types that begin alike, for titles only: the product does not have it yet."""

from dataclasses import dataclass

from rulesets.kernel.rules import Kind, TableSize, Variant
from rulesets.kernel.titles import TitleWords
from rulesets.registry import GAMES


def _kind(key: str, title_word: str) -> Kind:
    return Kind(key, title_word, "intermediate", 1, TableSize(2, 2), ())


@dataclass(frozen=True)
class Words:
    """A game as titles see it."""

    key: str
    title_word: str
    kinds: tuple[Kind, ...]
    variants: tuple[Variant, ...] = ()


CASTELO = Words(
    "castelo",
    "Castelo",
    (
        _kind("duelo", "Duelo"),
        _kind("duplas", "Duelo de Duplas"),
        _kind("duplas-cooperativo", "Duelo de Duplas Cooperativo"),
        _kind("imortal", "Imortal"),
    ),
)
WORDS: dict[str, TitleWords] = {"chama": GAMES["chama"], "castelo": CASTELO}
