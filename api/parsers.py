"""Parse bodies: JSON in UTF-8 within limits of depth and size. `core.http.bodies` has the sizes."""

import json
from collections.abc import Iterable, Mapping
from itertools import chain
from math import isfinite
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from core.text import has_stacked_marks

MAX_KEYS = 2_000
DEEPEST = 20


class MalformedJSON(ParseError):
    """400: JSON that this API refuses, with code and facts of the reason.

    `malformed_json`, `too_many_keys`, `too_deep` or `odd_characters`.
    """

    def __init__(self, code: str, **facts: int) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class PlainJSON(JSONParser):
    """Parser of bodies: JSON in UTF-8; a charset in the header is ignored."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the parsed value; raise `MalformedJSON` if it is malformed or beyond the limits."""
        try:
            value = json.loads(stream.read().decode(), parse_constant=_refuse_nan, parse_float=_parse_finite)
        except (ValueError, RecursionError):
            raise MalformedJSON("malformed_json") from None
        _check_value(value, 0)
        return value


def _refuse_nan(name: str) -> NoReturn:
    """Raise `ValueError` for NaN and Infinity, which Python parses although JSON does not have them."""
    raise ValueError(name)


def _parse_finite(text: str) -> float:
    """Return the number; raise `ValueError` for one so large that it becomes infinity."""
    if isfinite(number := float(text)):
        return number
    raise ValueError(text)


def _check_value(value: object, depth: int) -> None:
    """Raise `MalformedJSON` for the first key or value in it, at any depth, that is beyond the limits.

    `too_many_keys`, `too_deep`, `odd_characters`. `depth` is the number of lists and objects around it.
    """
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        if len(value) > MAX_KEYS:
            raise MalformedJSON("too_many_keys", most=MAX_KEYS, given=len(value))
        _check_items(chain(value, value.values()), depth)
    elif isinstance(value, list):
        _check_items(value, depth)


def _check_items(values: Iterable[object], depth: int) -> None:
    """Check each item as `_check_value` does. Raise `MalformedJSON` `too_deep` beyond `DEEPEST` levels."""
    if depth == DEEPEST:
        raise MalformedJSON("too_deep", most=DEEPEST)
    for value in values:
        _check_value(value, depth + 1)


def _check_text(text: str) -> None:
    """Raise `MalformedJSON` `odd_characters` for NUL, half a surrogate pair, or stacked marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise MalformedJSON("odd_characters") from None
    if "\x00" in text or has_stacked_marks(text):
        raise MalformedJSON("odd_characters")
