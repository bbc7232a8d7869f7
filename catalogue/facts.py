"""A proposed type as a plain value, and the definition that follows from it. Pure."""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from core.errors import Violation
from core.text import tidy_text
from rulesets.kernel.rules import STAGES
from rulesets.kernel.title_words import invisible
from rulesets.registry import FIRST_GAME, composer

LONGEST_TEXT = 8_000


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """A type as proposed; `needs` are the parts of its win condition: count → minimum.

    `counted`: if no parts can express it, what the sheet counts beyond the cards on the table; else None.
    `stages`: the kinds of stages that ranked tournaments may have before the bracket.
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
    stages: tuple[str, ...] = ()
    game: str = FIRST_GAME


def key_and_definition(facts: TypeFacts, version: int) -> tuple[str, dict[str, object]]:
    """Return the type's key, which follows from its title word, and the definition that tournaments pin.

    The definition has its own hash as `sha256`, and that of its texts as `texts`. Raise `Refused`
    `unknown_game`, `game_without_types`.
    """
    data = {
        "title_word": tidy_text(facts.title_word),
        "level": facts.level,
        "team_size": facts.team_size,
        "table": {"min": facts.table_low, "max": facts.table_high},
        "needs": dict(facts.needs),
        "at_once": facts.at_once,
        "version": version,
        "texts": _hash_of_texts(facts),
        **({} if facts.counted is None else {"counted": list(facts.counted)}),
        **({"stages": _sort_stages(facts.stages)} if facts.stages else {}),
    }
    return composer(facts.game).seal(data)


def _sort_stages(stages: Collection[str]) -> list[str]:
    """Return the stages, each once, in the order of `STAGES`, unknown ones last.

    So equal types have equal hashes.
    """
    return [*(kind for kind in STAGES if kind in stages), *sorted({*stages}.difference(STAGES))]


def check(facts: TypeFacts) -> tuple[Violation, ...]:
    """Return all violations of a proposed type, of its definition and its texts; empty if it is valid.

    Raise as `key_and_definition`.
    """
    key, data = key_and_definition(facts, 1)
    found = composer(facts.game).check_definition(key, data)
    return (*found, *_check_text("text_pt", facts.text_pt), *_check_text("text_en", facts.text_en))


def warnings(facts: TypeFacts) -> tuple[Violation, ...]:
    """Return a warning for each part of a valid type that has no effect; empty if all have one."""
    _, data = key_and_definition(facts, 1)
    return composer(facts.game).definition_warnings(data)


def clean_text(text: str) -> str:
    """Return the text with `\\n` as line ends, without blanks at ends of lines and blank lines around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _hash_of_texts(facts: TypeFacts) -> str:
    """Return the SHA-256, in hexadecimal, of both cleaned texts."""
    both = json.dumps([clean_text(facts.text_pt), clean_text(facts.text_en)], ensure_ascii=False)
    return hashlib.sha256(both.encode()).hexdigest()


def _check_text(name: str, text: str) -> Iterator[Violation]:
    """Yield `type_text_missing` (Portuguese only), `type_text_too_long`, `type_text_invisible` for one text.

    `name` is its field: `text_pt` or `text_en`.
    """
    if name == "text_pt" and not text.strip():
        yield Violation("type_text_missing", {}, name)
    if len(text) > LONGEST_TEXT:
        yield Violation("type_text_too_long", {"length": len(text), "most": LONGEST_TEXT}, name)
    if hidden := invisible("".join(clean_text(text).split())):
        yield Violation("type_text_invisible", {"characters": hidden}, name)
