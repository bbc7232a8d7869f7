"""The words in which `lines` says what a line looks like: terms that name every fault of a value.

A fault is a rule code, the path inside the line, and what is wrong there.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from records.checker.format.findings import shown

Fault = tuple[str, str, str]
LARGEST = 2**63 - 1


class Term(Protocol):
    """Something that a value can be."""

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """Everything that keeps `value`, found at `path`, from being that."""


@dataclass(frozen=True, slots=True)
class Anything:
    """An object that is looked at elsewhere."""

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is no object."""
        if not isinstance(value, dict):
            yield "wrong_type", path, f"{shown(value)} is no object"


@dataclass(frozen=True, slots=True)
class Text:
    """A string; `pattern` must match all of it, and a blank one will do only if `blank`."""

    pattern: str = ""
    blank: bool = False
    longest: int = 20_000

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is no string, too long, blank, or of another form."""
        if not isinstance(value, str):
            yield "wrong_type", path, f"{shown(value)} is no string"
        elif len(value) > self.longest or not (self.blank or value.strip()):
            yield "wrong_value", path, f"a string of {len(value)} signs, blank or too long"
        elif self.pattern and not re.fullmatch(self.pattern, value):
            yield "wrong_value", path, f"{shown(value)} has another form"


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in UTC, RFC 3339 with `Z`, that the calendar knows."""

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value of another form, or no such day."""
        yield from Text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z").faults(
            value, path
        )
        if isinstance(value, str) and not _is_known(value):
            yield "wrong_value", path, f"{shown(value)} is no time of the calendar"


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer from `low` to `high`, both included; true and false are none."""

    low: int = 0
    high: int = LARGEST

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is no integer, or outside the bounds."""
        if type(value) is not int:
            yield "wrong_type", path, f"{shown(value)} is no integer"
        elif not self.low <= value <= self.high:
            yield "wrong_value", path, f"{shown(value)} is not from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is neither."""
        if not isinstance(value, bool):
            yield "wrong_type", path, f"{shown(value)} is neither true nor false"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few strings."""

    words: tuple[str, ...]

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """Any other value."""
        if not isinstance(value, str) or value not in self.words:
            yield "wrong_value", path, f"{shown(value)} is none of {', '.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Maybe:
    """The term, or null."""

    term: Term

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """What is wrong with a value that is not null."""
        if value is not None:
            yield from self.term.faults(value, path)


@dataclass(frozen=True, slots=True)
class Either:
    """Any of the terms; the faults told are those of the last."""

    terms: tuple[Term, ...]

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """What is wrong with a value that is none of them."""
        found = [list(term.faults(value, path)) for term in self.terms]
        if all(found):
            yield from found[-1]


@dataclass(frozen=True, slots=True)
class Many:
    """A list of the term, with at least `least` items."""

    term: Term
    least: int = 0

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is no list, too short a list, and what is wrong with its items."""
        if not isinstance(value, list):
            yield "wrong_type", path, f"{shown(value)} is no list"
            return
        if len(value) < self.least:
            yield "wrong_value", path, f"{len(value)} items, at least {self.least} are due"
        for index, item in enumerate(value):
            yield from self.term.faults(item, f"{path}.{index}")


@dataclass(frozen=True, slots=True)
class Keyed:
    """An object whose keys and values are each of one kind."""

    key: str
    term: Term

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is no object, foreign keys, and what is wrong with the values."""
        if not isinstance(value, dict):
            yield "wrong_type", path, f"{shown(value)} is no object"
            return
        for key, item in value.items():
            if not re.fullmatch(self.key, key):
                yield "key_unknown", path, f"key {shown(key)}"
            yield from self.term.faults(item, f"{path}.{_step(key)}")


@dataclass(frozen=True, slots=True)
class Shape:
    """An object with exactly these keys; those of `optional` may be left out."""

    keys: Mapping[str, Term]
    optional: Mapping[str, Term] = field(default_factory=dict)

    def faults(self, value: object, path: str) -> Iterator[Fault]:
        """A value that is no object, keys missing or unknown, and what is wrong with the values."""
        if not isinstance(value, dict):
            yield "wrong_type", path, f"{shown(value)} is no object"
            return
        for key in self.keys.keys() - value.keys():
            yield "key_missing", path, f"no key {key}"
        for key, item in value.items():
            term = self.keys.get(key) or self.optional.get(key)
            if term is None:
                yield "key_unknown", path, f"key {shown(key)}"
            else:
                yield from term.faults(item, f"{path}.{key}" if path else key)


def _is_known(moment: str) -> bool:
    try:
        datetime.fromisoformat(moment)
    except ValueError:
        return False
    return True


def _step(key: str) -> str:
    return shown(key).strip('"')
