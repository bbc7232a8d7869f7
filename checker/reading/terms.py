"""The words in which shapes are said: what a value may be, and what is wrong with one that is not."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

Test = Callable[[Any], bool]
Keys = Mapping[str, Test]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
AMOUNT = re.compile(r"\d+(/\d+)?")


def text(value: Any) -> bool:
    """A text with something visible in it."""
    return isinstance(value, str) and bool(value.strip())


def whole(least: int, most: int | None = None) -> Test:
    """A whole number within bounds."""
    return lambda value: type(value) is int and value >= least and (most is None or value <= most)


def integer(value: Any) -> bool:
    """A whole number."""
    return type(value) is int


def flag(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


def moment(value: Any) -> bool:
    """A time in UTC that the calendar knows."""
    if not isinstance(value, str) or not TIME.fullmatch(value):
        return False
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def digest(value: Any) -> bool:
    """A SHA-256 in hexadecimal."""
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{64}", value))


def amount(value: Any) -> bool:
    """Points in lowest terms."""
    return isinstance(value, str) and bool(AMOUNT.fullmatch(value)) and str(Fraction(value)) == value


def one_of(*choices: Any) -> Test:
    """One of these words."""
    return lambda value: any(value == choice and type(value) is type(choice) for choice in choices)


def maybe(test: Test) -> Test:
    """Null, or what the test wants."""
    return lambda value: value is None or test(value)


def many(test: Test, least: int = 0) -> Test:
    """A list."""
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(test, value))


def record(optional: Keys | None = None, **keys: Test) -> Test:
    """An object with exactly these keys, and perhaps the optional ones."""
    return lambda value: isinstance(value, dict) and not list(wrong(value, keys, optional or {}))


def wrong(value: Mapping[str, Any], keys: Keys, optional: Keys) -> Iterator[str]:
    """The keys that are missing, that do not belong there, or that hold something else."""
    yield from (f"{key} is missing" for key in keys if key not in value)
    for key, content in value.items():
        test = keys.get(key) or optional.get(key)
        if test is None:
            yield f"{key} does not belong here"
        elif not test(content):
            yield f"{key} is {content!r:.80}"


small = whole(1)
count = whole(0)
