"""Serializers of input: unknown fields are refused, together with all other errors.

Shape and type are checked here (400). Services check values (422), so no bound of a rule is enforced here:
validators only keep values within what a column can store. `between`, `known` and `longest` only document the
rules' bounds.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.messages import detail_for
from api.problems import WHOLE

Known = Collection[str] | Callable[[], Collection[str]]
UNKNOWN = "unknown_field"
MAX_NAMED = 20
LONGEST_NAMED = 80


class StrictFields(serializers.Serializer[Any]):
    """Base of all input: it refuses fields that it does not declare, such as `is_staff` and `winner`."""

    def to_internal_value(self, data: object) -> object:
        """Return the validated values; raise `ValidationError` with all unknown and all malformed fields."""
        unknown = self._unknown_field_errors(data)
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if isinstance(error.detail, dict):
                raise ValidationError({**error.detail, **unknown}) from None
            raise
        if unknown:
            raise ValidationError(unknown)
        return values

    def _unknown_field_errors(self, data: object) -> dict[str, list[ErrorDetail]]:
        """Return errors by key for keys that the serializer does not know; empty for none, and for no object.

        There are at most 20, and one of the whole with the number of the rest.
        """
        if not isinstance(data, Mapping):
            return {}
        writable = {name for name, field in self.fields.items() if not field.read_only}
        unknown = [str(name)[:LONGEST_NAMED] for name in data if name not in writable]
        named = {name: [unknown_field(name)] for name in unknown[:MAX_NAMED]}
        more = len(unknown) - len(named)
        return {**named, WHOLE: [_error_detail("unknown_fields_more", more=more)]} if more else named


def _error_detail(code: str, **facts: object) -> ErrorDetail:
    """Return an error with its code and, as text, the code's sentence with these facts."""
    return ErrorDetail(detail_for(code, facts), code)


def unknown_field(name: str) -> ErrorDetail:
    """Return the error `unknown_field` about a key that the body may not have."""
    return _error_detail(UNKNOWN, name=name)


class EmptyBody(StrictFields):
    """An empty body: `{}` or nothing."""


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; text and booleans are refused.

    `between` (least, most; None for no bound) only describes the rules' bounds: the services check them.
    """

    most = 10**9

    def __init__(self, *, between: tuple[int | None, int | None] = (None, None), **options: Any) -> None:
        self.between = between
        super().__init__(**{"min_value": -self.most, "max_value": self.most, **options})

    def to_internal_value(self, data: object) -> int:
        """Return the number; raise `ValidationError` `invalid` for anything but an integer."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class SmallNumber(WholeNumber):
    """A whole number that fits in two bytes."""

    most = 32_767


class Text(serializers.CharField):
    """A JSON string; services refuse empty ones if they need text, and clean names themselves.

    `known` (values, or a function that returns them) and `longest` (characters) only describe the rules'
    bounds: the services check them.
    """

    def __init__(self, *, known: Known = (), longest: int | None = None, **options: Any) -> None:
        self._known, self.longest = known, longest
        super().__init__(**{"allow_blank": True, **options})

    @property
    def known(self) -> Collection[str]:
        """Return the values that the description lists; empty if any text is accepted."""
        return self._known() if callable(self._known) else self._known

    def to_internal_value(self, data: object) -> str:
        """Return the text; raise `ValidationError` `invalid` for anything but a string."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """JSON true or false; no other value is accepted."""

    def to_internal_value(self, data: object) -> bool:
        """Return the value; raise `ValidationError` `invalid` for anything but true and false."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class QueryFlag(serializers.BooleanField):
    """`true` or `false` in a query; no other word is accepted."""

    def to_internal_value(self, data: object) -> bool:
        """Return the value; raise `ValidationError` `invalid` for any other word."""
        if data not in ("true", "false"):
            self.fail("invalid", input=data)
        return bool(data == "true")


class Moment(serializers.DateTimeField):
    """A time in RFC 3339 with an offset: a local time without one could mean any zone."""

    default_error_messages = {
        "offset_missing": _("A time needs its offset, as in 2026-11-22T09:00:00-03:00.")
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the moment in UTC; raise `ValidationError` `offset_missing` without an offset."""
        if value.tzinfo is None:
            self.fail("offset_missing")
        return super().enforce_timezone(value)
