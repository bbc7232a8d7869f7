"""`<slug>.people.json`: the names behind the ids, and the head of the record that they belong to."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records.checker.format.chain import Head
from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.format.reading import LARGEST_FILE, Unreadable, parse
from records.checker.format.terms import Fault, Keyed, Maybe, Shape, Text, Whole

PEOPLE = Shape(
    {
        "tournament": Text(),
        "head": Shape({"seq": Whole(), "sha256": Text(r"[0-9a-f]{64}")}),
        "people": Keyed(r"[^\s:]{1,64}", Maybe(Text(blank=True))),
    },
    {"texts": Keyed(r"[^\s:]{1,64}", Maybe(Text(blank=True)))},
)


@dataclass(frozen=True, slots=True)
class People:
    """Who has a name there (an erased one is empty), which texts have words, and the head."""

    ids: Collection[str]
    head: Head
    texts: Collection[str] = ()


def read_people(path: Path) -> People:
    """Read the file of names. Raises `Unreadable` where it is none."""
    value = parsed(path, "people", PEOPLE)
    head = Head(value["head"]["seq"], value["head"]["sha256"])
    return People(value["people"].keys(), head, value.get("texts", {}).keys())


def parsed(path: Path, name: str, shape: Shape) -> Any:
    """A file beside a record, of this shape. Raises `Unreadable`, calling it `name`."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"{name}: not a file, or too large")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: cannot be read: {type(error).__name__}") from None
    value = parse(data, name)
    fault: Fault | None = next(iter(shape.faults(value, "")), None)
    if fault is not None:
        raise Unreadable(f"{name}: {fault[1] or 'the whole'}: {fault[2]}")
    return value


def check_people(
    seq: int, people: People, everybody: Collection[str], texts: Collection[str] = ()
) -> Findings:
    """Everybody and every text that the record names has a line there; more may have one."""
    for text in sorted(set(texts) - set(people.texts)):
        yield Discrepancy(seq, "text_without_words", f"{shown(text)} is in the record, not among the texts")
    for person in sorted(set(everybody) - set(people.ids)):
        yield Discrepancy(seq, "person_unnamed", f"{shown(person)} is in the record, not among the people")
