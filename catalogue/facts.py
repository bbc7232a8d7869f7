"""A proposed type as a plain value, and the definition that follows from it. Pure."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.errors import Violation
from core.text import tidy_text
from rulesets.kernel.title_words import invisible
from rulesets.registry import FIRST_GAME, composer

LONGEST_TEXT = 8_000


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """A type as proposed; `needs` are the parts of its win condition: count → minimum.

    `counted`: if no parts can express it, what the sheet counts beyond the cards on the table; else None.
    """

    title_word: str
    text_pt: str
    text_en: str = ""
    level: str = "open"
    team_size: int = 1
    table_low: int = 2
    table_high: int = 4
    needs: Mapping[str, int] = field(default_factory=dict)
    at_once: bool = False
    counted: tuple[str, ...] | None = None
    game: str = FIRST_GAME


def definition(facts: TypeFacts, version: int) -> tuple[str, dict[str, object]]:
    """Return the key of the type, and its definition as a tournament pins it."""
    data = {
        "title_word": tidy_text(facts.title_word),
        "level": facts.level,
        "team_size": facts.team_size,
        "table": {"min": facts.table_low, "max": facts.table_high},
        "needs": dict(facts.needs),
        "at_once": facts.at_once,
        "version": version,
        "texts": _texts(facts),
        **({} if facts.counted is None else {"counted": list(facts.counted)}),
    }
    return composer(facts.game).sealed(data)


def check(facts: TypeFacts) -> tuple[Violation, ...]:
    """Return everything wrong with a proposed type."""
    key, data = definition(facts, 1)
    found = composer(facts.game).check_definition(key, data)
    return (*found, *_check_text("text_pt", facts.text_pt), *_check_text("text_en", facts.text_en))


def warnings(facts: TypeFacts) -> tuple[Violation, ...]:
    """Return the parts of a valid type that have no effect."""
    _, data = definition(facts, 1)
    return composer(facts.game).definition_warnings(data)


def clean_text(text: str) -> str:
    """Return the text without blanks at line ends, and without blank lines at its begin and end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _texts(facts: TypeFacts) -> str:
    both = json.dumps([clean_text(facts.text_pt), clean_text(facts.text_en)], ensure_ascii=False)
    return hashlib.sha256(both.encode()).hexdigest()


def _check_text(name: str, text: str) -> Iterator[Violation]:
    if name == "text_pt" and not text.strip():
        yield Violation("type_text_missing", {}, name)
    if len(text) > LONGEST_TEXT:
        yield Violation("type_text_too_long", {"length": len(text), "most": LONGEST_TEXT}, name)
    if hidden := invisible("".join(clean_text(text).split())):
        yield Violation("type_text_invisible", {"characters": hidden}, name)
