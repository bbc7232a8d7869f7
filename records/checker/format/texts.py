"""`<slug>.texts.json`: the texts of which a record holds the hash, and whether they are those."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from records.checker.format.chain import canonical
from records.checker.format.findings import Discrepancy, Findings
from records.checker.format.people import parsed
from records.checker.format.terms import Keyed, Many, Maybe, Shape, Text
from records.checker.replay.state import Line, State
from rulesets.editions import edition_from

HASH, ANY = r"[0-9a-f]{64}", Text(blank=True, longest=10**6)
TEXTS = Shape(
    {
        "tournament": Text(),
        "editions": Keyed(HASH, Maybe(Keyed(".+", ANY))),
        "regulations": Keyed(HASH, Maybe(ANY)),
        "types": Keyed(HASH, Maybe(Many(ANY))),
    }
)
NO_TERMS = frozenset({"format", "software", "name", "year", "title"})
"""What a tournament says that its regulation does not rest on."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts by the hash that a record has of them; None where nobody kept one."""

    editions: Mapping[str, Mapping[str, str] | None]
    regulations: Mapping[str, str | None]
    types: Mapping[str, list[str] | None]


def read_texts(path: Path) -> Texts:
    """Read the file of texts. Raises `Unreadable` where it is none."""
    value = parsed(path, "texts", TEXTS)
    return Texts(value["editions"], value["regulations"], value["types"])


def check_texts(state: State, line: Line, texts: Texts) -> Findings:
    """The hashes of one line that was replayed: each is known, and its text gives it."""
    data = line.data
    if line.type in ("tournament.created", "tournament.changed"):
        if "rules" in data:
            yield from _same(line, data["rules"]["sha256"], dict(_editions(state, texts)))
        if data.get("definition"):
            yield from _same(line, data["definition"]["texts"], dict(_types(texts)))
    elif line.type == "regulation.confirmed":
        yield from _same(line, data["version"], dict(_versions(state, texts)))


def _same(line: Line, wanted: str, made: Mapping[str, str | None]) -> Findings:
    if wanted not in made:
        yield Discrepancy(line.seq, "text_missing", f"{wanted} is not in the file of texts")
    elif made[wanted] not in (None, wanted):
        yield Discrepancy(line.seq, "text_differs", f"the text of {wanted} has the hash {made[wanted]}")


def _editions(state: State, texts: Texts) -> Iterator[tuple[str, str | None]]:
    for sha256, chapters in texts.editions.items():
        yield sha256, edition_from(state.facts["game"], chapters).sha256 if chapters is not None else None


def _types(texts: Texts) -> Iterator[tuple[str, str | None]]:
    for sha256, both in texts.types.items():
        said = json.dumps(both, ensure_ascii=False)
        yield sha256, hashlib.sha256(said.encode()).hexdigest() if both is not None else None


def _versions(state: State, texts: Texts) -> Iterator[tuple[str, str | None]]:
    """The versions that today's terms make with each of the special rules."""
    for sha256, special in texts.regulations.items():
        yield sha256, _version(state.facts, special) if special is not None else None


def _version(facts: Mapping[str, object], special: str) -> str:
    terms = {key: value for key, value in facts.items() if key not in NO_TERMS}
    if facts["format"] == "tournament-record/1" and not terms.get("definition"):
        terms.pop("definition", None)  # the first format leaves it out instead of saying null
    return hashlib.sha256(canonical({**terms, "special_rules": special})).hexdigest()
