"""Types that people compose: their definitions as plain data of a record, and the checks of a definition.

    {"title_word": "Fortaleza", "level": "open", "team_size": 1, "table": {"min": 2, "max": 4},
     "needs": {"intact": 5, "laid": 6}, "at_once": false, "version": 1, "texts": "…", "sha256": "…"}

`texts` is the hash of its texts, which no record holds; `sha256` that of everything, key included, so
that equal definitions have equal hashes. A type whose win no block can say has no `needs`, but `counted`:
what its sheets count beyond the cards on the table. There the judge's word says who has won.
`stages`, if it is there, names what ranked tournaments may play before the bracket.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.errors import Violation
from core.text import fold, tidy_text, unaccented
from rulesets.games.chama.conditions import COUNTS, MAX_COUNTS, needs
from rulesets.games.chama.types import ALONE, TYPES, Type, fields_for
from rulesets.kernel.rules import STAGES, TableSize
from rulesets.kernel.title_words import invisible

RULE = "house:composed_types"
LEVELS = ("open", "intermediate", "advanced")
LONGEST_WORD = 30
TEAM_SIZES = (1, 2)
COUNTED = ("razed_in_battle",)
"""What sheets can count beyond realms, commanders and armies, which they always count."""
_SIGNS = " -'’"

Data = Mapping[str, Any]


def type_key(title_word: str) -> str:
    """Return the key that the title words of a type make: `cerco-das-aguas`; empty if they make none."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in unaccented(title_word))
    return "-".join(plain.split())


def digest(key: str, data: Data) -> str:
    """Return the hash of a definition: of its canonical JSON, with game and key, without the hash itself."""
    whole = {"game": "chama", "key": key, **{name: data[name] for name in data if name != "sha256"}}
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seal(data: Data) -> tuple[str, dict[str, Any]]:
    """Return the key that a definition's title words make, and the definition with its hash."""
    key = type_key(str(data["title_word"]))
    return key, {**data, "sha256": digest(key, data)}


def type_from(key: str, data: Data) -> Type:
    """Return the type that a definition describes; only for one that `check_definition` accepts."""
    said = needs(at_once=data["at_once"], **data["needs"])
    condition = replace(said, counted=tuple(data.get("counted", ())))
    return Type(
        key=key,
        title_word=data["title_word"],
        level=data["level"],
        team_size=data["team_size"],
        tables=TableSize(data["table"]["min"], data["table"]["max"]),
        fields=fields_for(condition),
        condition=condition,
        version=data["version"],
        texts=data["texts"],
        sha256=data["sha256"],
        by_word=condition.by_word,
        stages=tuple(data.get("stages", ())),
    )


def check_definition(data: Data) -> tuple[Violation, ...]:
    """Return everything wrong with what a definition says.

    KeyError or TypeError for data of another form: the form is checked before.
    """
    return (
        *_check_title_word(data["title_word"]),
        *_check_level(data["level"]),
        *_check_tables(data["team_size"], data["table"]["min"], data["table"]["max"]),
        *(_check_judged_type(data) if "counted" in data else _check_needs(data["needs"], data["team_size"])),
        *(_check_stages(data) if "stages" in data else ()),
    )


def check_seal(key: str, data: Data) -> tuple[Violation, ...]:
    """Return violations of a key not made of the title words, and of a hash that is not the definition's."""
    found = []
    if key != type_key(data["title_word"]):
        found.append(Violation("type_key_wrong", {"key_due": type_key(data["title_word"])}, "kind", RULE))
    if data["sha256"] != digest(key, data):
        found.append(Violation("type_hash_wrong", {}, "definition", RULE))
    return tuple(found)


def warnings_of(data: Data) -> tuple[Violation, ...]:
    """Return warnings of needs without effect: laid realms that the intact ones alone already reach."""
    intact, laid = data["needs"].get("intact", 0), data["needs"].get("laid", 0)
    if not 0 < laid <= intact:
        return ()
    return (Violation("need_in_vain", {"intact": intact, "laid": laid}, "needs.laid", RULE),)


def _check_title_word(word: str) -> Iterator[Violation]:
    """Yield violations of title words: untidy, too long, of other letters, or those of a type of the book."""
    if hidden := invisible(word):
        yield Violation("name_has_invisible", {"characters": hidden}, "title_word", RULE)
    elif word != tidy_text(word):
        yield Violation("name_not_tidy", {"tidy": tidy_text(word)}, "title_word", RULE)
    if len(word) > LONGEST_WORD:
        yield Violation("name_too_long", {"length": len(word), "most": LONGEST_WORD}, "title_word", RULE)
    if not tidy_text(word):
        yield Violation("type_word_missing", {}, "title_word", RULE)
    elif not hidden and not all(
        sign.isalpha() or sign.isdecimal() or sign in _SIGNS for sign in tidy_text(word)
    ):
        yield Violation("type_word_signs", {}, "title_word", RULE)
    elif not any(sign.isascii() and sign.isalpha() for sign in unaccented(word)):
        yield Violation("type_word_letters", {}, "title_word", RULE)
    if any(_is_title_word_of(word, kind) for kind in TYPES):
        yield Violation("type_of_the_book", {"written": word}, "title_word", RULE)


def _is_title_word_of(word: str, kind: Type) -> bool:
    """Return whether a title word is that of this type."""
    return fold(word) == fold(kind.title_word) or type_key(word) == kind.key


def _check_level(level: str) -> Iterator[Violation]:
    """Yield `type_level_unknown` for a level that is none of `LEVELS`."""
    if level not in LEVELS:
        yield Violation("type_level_unknown", {"written": level}, "level", RULE)


def _check_tables(team_size: int, low: int, high: int) -> Iterator[Violation]:
    """Yield violations of the table sizes: four suits, so at most four players or two pairs."""
    if team_size not in TEAM_SIZES:
        yield Violation("type_team_size", {"low": TEAM_SIZES[0], "high": TEAM_SIZES[1]}, "team_size", RULE)
        return
    most = ALONE.high // team_size
    if low > high:
        yield Violation("table_upside_down", {"low": low, "high": high}, "table")
    if low < ALONE.low or high > most:
        yield Violation("type_tables", {"low": ALONE.low, "high": most}, "table", RULE)


def _check_judged_type(data: Data) -> Iterator[Violation]:
    """Yield violations of a type that the judge decides: it has blocks or a moment, or wrong extra counts."""
    if data["needs"] or data["at_once"]:
        yield Violation("needs_beside_word", {}, "needs", RULE)
    counted = list(data["counted"])
    for count in counted:
        if count not in COUNTED or counted.count(count) > 1:
            yield Violation("need_unknown", {"written": count}, "counted", RULE)


def _check_stages(data: Data) -> Iterator[Violation]:
    """Yield violations of stages: unknown, twice, unordered or none, or in a type that is never ranked."""
    if not data["stages"] or list(data["stages"]) != [kind for kind in STAGES if kind in data["stages"]]:
        yield Violation("type_stages_unknown", {}, "stages", RULE)
    if "counted" in data:
        yield Violation("stages_beside_word", {}, "stages", RULE)


def _check_needs(asked: Mapping[str, int], team_size: int) -> Iterator[Violation]:
    """Yield violations of blocks: none at all, unknown counts, numbers out of range."""
    if not asked:
        yield Violation("needs_missing", {}, "needs", RULE)
    members = team_size if team_size in TEAM_SIZES else 1
    for count, least in asked.items():
        if count not in COUNTS:
            yield Violation("need_unknown", {"written": count}, "needs", RULE)
        elif not 1 <= least <= MAX_COUNTS[count] * members:
            facts = {"key": count, "low": 1, "high": MAX_COUNTS[count] * members}
            yield Violation("need_out_of_range", facts, f"needs.{count}", RULE)
