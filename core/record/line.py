"""Record lines as typed values and canonical text: a class for each kind, a field for each fact. Pure.

Fields are the keys of the line's `data`. Differences between formats are noted at the field, as in
docs/record.md, column `in`. `SINCE_2`: a key of the second format only. `WHERE_THERE_IS_ONE`: the first
format leaves it out if it is null. `WHERE_SAID`: left out if it is `UNSAID`. `WHERE_SAID_SINCE_2`: the same,
of the second format only. A kind that came with the second format has `since = 2`, and may define a
substitute for older records.

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
    """Return the canonical text of a JSON object: sorted keys, no blanks, no escapes that UTF-8 does not
    need.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a line without its LF, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamp(moment: datetime) -> str:
    """Return a time in UTC in RFC 3339 with `Z`, to the millisecond."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


LATEST_FORMAT = 2
FORMATS = {1: "tournament-record/1", 2: "tournament-record/2"}

SINCE_2 = {"in": "2"}
WHERE_THERE_IS_ONE = {"in": "1? 2"}
WHERE_SAID = {"in": "1? 2?"}
WHERE_SAID_SINCE_2 = {"in": "2?"}


class Unsaid(Enum):
    """The value of a field that the line leaves out, if null would mean something else."""

    UNSAID = "unsaid"


UNSAID: Final = Unsaid.UNSAID


@dataclass(frozen=True, slots=True)
class RecordKey:
    """A key of an object in a record; `field` is the attribute, `name` the key as it is written.

    `formats` lists the record formats that have it, with `?` if it may be left out there. Examples:
    `1 2`, `2?` and `1? 2`.
    """

    field: str
    name: str
    formats: str = "1 2"

    def is_written(self, value: object, record_format: int) -> bool:
        """Return whether a record of that format contains the key with this value."""
        if value is UNSAID:
            return False
        if record_format > 1 or self.formats == "1? 2?":
            return True
        return self.formats == "1 2" or (self.formats == "1? 2" and value is not None)


_known: dict[type, tuple[RecordKey, ...]] = {}


def _keys_of(facts: Any) -> tuple[RecordKey, ...]:
    """Return the keys of a `Facts` class, in order of its fields."""
    return tuple(
        RecordKey(field.name, field.metadata.get("key", field.name), field.metadata.get("in", "1 2"))
        for field in fields(facts)
    )


class Facts:
    """An object of a record: a frozen dataclass whose fields are its keys.

    A field has `metadata={"key": …}` if its key is a reserved word of Python, and `metadata=SINCE_2` or one
    like it if the formats differ.
    """

    __slots__ = ()

    @classmethod
    def known_keys(cls) -> tuple[RecordKey, ...]:
        """Return every key that the object can have, in any format."""
        if cls not in _known:
            _known[cls] = _keys_of(cls)
        return _known[cls]

    def plain(self, record_format: int = LATEST_FORMAT) -> dict[str, object]:
        """Return the object as a dict of JSON values, with the keys of that record format only."""
        told = ((key, getattr(self, key.field)) for key in self.known_keys())
        return {
            key.name: plain(value, record_format)
            for key, value in told
            if key.is_written(value, record_format)
        }


class NewLine(Facts):
    """A line of a record; `type` is its kind, `since` the first format that knows it."""

    __slots__ = ()
    type: ClassVar[str]
    since: ClassVar[int] = 1

    def as_known_in(self, record_format: int) -> "NewLine":
        """Return the line, or its substitute if the format does not know this kind.

        Raise `Impossible` if there is none.
        """
        return self if self.since <= record_format else self.stand_in()

    def stand_in(self) -> "NewLine":
        """Return the line for a record of the first format; raise `Impossible` if the kind has none."""
        raise Impossible(f"{self.type} in a record of an older format")


def plain(value: object, record_format: int) -> object:
    """Return a fact as a JSON value: times as stamps, `Facts` and mappings as objects, iterables as lists.

    Raise `Impossible` for any other value, such as a float.
    """
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
