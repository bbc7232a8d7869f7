"""The games as titles see them."""

from rulesets.kernel.titles import TitleWords
from rulesets.registry import GAMES

WORDS: dict[str, TitleWords] = dict(GAMES)
