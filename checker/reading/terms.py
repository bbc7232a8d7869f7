"""The terms of shapes: what a value may be, and what is wrong with one that is not."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

Test = Callable[[Any], bool]
Keys = Mapping[str, Test]
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")
AMOUNT = re.compile(r"[0-9]{1,9}(/[0-9]{1,9})?")
ID = r"[^\s:\x00-\x1f\x7f]{1,64}"
LONGEST = 20_000
MIN_INTEGER, MAX_INTEGER = -(2**63), 2**63 - 1


def note(value: Any) -> bool:
    """Whether the value is a text, maybe blank, of at most `LONGEST` characters."""
    return isinstance(value, str) and len(value) <= LONGEST


def text(value: Any) -> bool:
    """Whether the value is a text with something visible in it, of at most `LONGEST` characters."""
    return note(value) and not is_blank(value)


def is_blank(value: str | None) -> bool:
    """Whether a text is None, empty or only blanks."""
    return not (value or "").strip()


def ident(value: Any) -> bool:
    """Whether the value is an id of an entry, a person, a match …: 1–64 signs without blanks or colon."""
    return isinstance(value, str) and bool(re.fullmatch(ID, value))


def whole(least: int, most: int = MAX_INTEGER) -> Test:
    """Return the test for a whole number within bounds, both included."""
    return lambda value: type(value) is int and least <= value <= most


integer = whole(MIN_INTEGER)
"""Any whole number."""


def flag(value: Any) -> bool:
    """Whether the value is true or false; 0 and 1 are neither."""
    return isinstance(value, bool)


def moment(value: Any) -> bool:
    """Whether the value is a time in UTC that the calendar knows: `2026-03-07T12:09:00.000Z`.

    A fraction of a second may have one to six digits, or be left out.
    """
    if not isinstance(value, str) or not TIME.fullmatch(value):
        return False
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def digest(value: Any) -> bool:
    """Whether the value is a SHA-256 in lower-case hexadecimal."""
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{64}", value))


def amount(value: Any) -> bool:
    """Whether the value is an amount of points in lowest terms: `25`, `27/2`."""
    if not isinstance(value, str) or not AMOUNT.fullmatch(value):
        return False
    try:
        return str(Fraction(value)) == value
    except ZeroDivisionError:
        return False


def one_of(*choices: Any) -> Test:
    """Return the test for one of these values; True is not 1."""
    return lambda value: any(value == choice and type(value) is type(choice) for choice in choices)


@dataclass(frozen=True)
class OrNull:
    """The test for null, or a value that passes `test`."""

    test: Test

    def __call__(self, value: Any) -> bool:
        return value is None or self.test(value)


@dataclass(frozen=True)
class ListOf:
    """The test for a list of at least so many values that pass `test`."""

    test: Test
    least: int = 0

    def __call__(self, value: Any) -> bool:
        return isinstance(value, list) and len(value) >= self.least and all(map(self.test, value))


@dataclass(frozen=True)
class ObjectOf:
    """The test for an object with these keys, perhaps the optional ones, and no others."""

    keys: Keys
    optional: Keys = field(default_factory=dict)

    def __call__(self, value: Any) -> bool:
        return isinstance(value, dict) and not any(key_faults(value, self.keys, self.optional))


@dataclass(frozen=True)
class FittingObject(ObjectOf):
    """The test for an object whose values also have to fit each other."""

    fits: Callable[[Mapping[str, Any]], bool] = lambda _: True

    def __call__(self, value: Any) -> bool:
        return super().__call__(value) and self.fits(value)


def maybe(test: Test) -> OrNull:
    """Return the test for null, or a value that passes `test`."""
    return OrNull(test)


def many(test: Test, least: int = 0) -> ListOf:
    """Return the test for a list of at least so many values that pass `test`."""
    return ListOf(test, least)


def record(optional: Keys | None = None, **keys: Test) -> ObjectOf:
    """Return the test for an object with these keys, perhaps the optional ones, and no others."""
    return ObjectOf(keys, optional or {})


def key_faults(value: Mapping[str, Any], keys: Keys, optional: Keys) -> Iterator[str]:
    """Yield a sentence for each key that is missing, does not belong there, or holds another value."""
    yield from (f"{key} is missing" for key in keys if key not in value)
    for key, content in value.items():
        test = keys.get(key) or optional.get(key)
        if test is None:
            yield f"{key} does not belong here"
        elif not test(content):
            yield f"{key} is {content!r:.80}"


small = whole(1)
"""Any whole number from 1."""

count = whole(0)
"""Any whole number from 0."""
