"""A record line as a typed value, and how it is written: its kind is a class, its facts are fields. Pure.

Fields are the keys of the line's `data`. What formats differ in is said at the field, in the words of
docs/record.md, column `in`: a key of the second format only is `SINCE_2`, one that the first leaves out if it
is null `WHERE_THERE_IS_ONE`, one that is left out if nothing is said `WHERE_SAID`, of the second format only
`WHERE_SAID_SINCE_2`. A kind that came with the second format has `since = 2`, and says what stands in for it
in a record begun before, if anything does.

A line is written as canonical JSON (`canonical`), which `digest` hashes. Its times are the server's
(`stamp`).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import Enum
from typing import Any, ClassVar, Final

from core.errors import Impossible


def canonical(value: Mapping[str, object]) -> str:
    """The one text of a JSON object: keys sorted, no blanks, no escapes that UTF-8 spares."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """SHA-256 of a line without its LF, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamp(moment: datetime) -> str:
    """UTC in RFC 3339 with `Z`, to the millisecond."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


LATEST_FORMAT = 2
FORMATS = {1: "tournament-record/1", 2: "tournament-record/2"}

SINCE_2 = {"in": "2"}
WHERE_THERE_IS_ONE = {"in": "1? 2"}
WHERE_SAID = {"in": "1? 2?"}
WHERE_SAID_SINCE_2 = {"in": "2?"}


class Unsaid(Enum):
    """What a field holds that a line says nothing of, where null says something."""

    UNSAID = "unsaid"


UNSAID: Final = Unsaid.UNSAID


@dataclass(frozen=True, slots=True)
class RecordKey:
    """A key of an object in a record. `formats` is as in docs/record.md: `1 2`, `2`, `2?`, `1? 2`, …"""

    field: str
    name: str
    formats: str = "1 2"

    def is_told(self, value: object, record_format: int) -> bool:
        """Whether the key is there in a record of that format, with that value."""
        if value is UNSAID:
            return False
        if record_format > 1 or self.formats == "1? 2?":
            return True
        return self.formats == "1 2" or (self.formats == "1? 2" and value is not None)


_known: dict[type, tuple[RecordKey, ...]] = {}


def _fields_of(facts: Any) -> tuple[RecordKey, ...]:
    return tuple(
        RecordKey(field.name, field.metadata.get("key", field.name), field.metadata.get("in", "1 2"))
        for field in fields(facts)
    )


class Facts:
    """An object of a record: a frozen dataclass whose fields are its keys.

    `metadata={"key": …}` where the key is a word of Python; `SINCE_2` and its kin where formats differ.
    """

    __slots__ = ()

    @classmethod
    def known_keys(cls) -> tuple[RecordKey, ...]:
        """Every key that it can have, in any format."""
        if cls not in _known:
            _known[cls] = _fields_of(cls)
        return _known[cls]

    def plain(self, record_format: int = LATEST_FORMAT) -> dict[str, object]:
        """The object as JSON has it, in a record of that format."""
        told = ((key, getattr(self, key.field)) for key in self.known_keys())
        return {
            key.name: plain(value, record_format) for key, value in told if key.is_told(value, record_format)
        }


class NewLine(Facts):
    """One line. `type` is its kind in the record, `since` the first format that knows it."""

    __slots__ = ()
    type: ClassVar[str]
    since: ClassVar[int] = 1

    def as_known_in(self, record_format: int) -> "NewLine":
        """The line itself, or what stands in for it where the format knows no such line."""
        return self if self.since <= record_format else self.stand_in()

    def stand_in(self) -> "NewLine":
        """What an older record says instead; most kinds are never written there."""
        raise Impossible(f"{self.type} in a record of an older format")


def plain(value: object, record_format: int) -> object:
    """A fact as JSON has it: moments as stamps, facts as objects, sequences as lists."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Facts):
        return value.plain(record_format)
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, Mapping):
        return {key: plain(inner, record_format) for key, inner in value.items()}
    if isinstance(value, Iterable):
        return [plain(inner, record_format) for inner in value]
    raise Impossible(f"{value!r} in a record")
