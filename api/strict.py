"""Serializers for what comes in: unknown fields are refused, together with all else that is wrong.

Shape and type are checked here (400). What a value may be is the services' business (422), so no
bound of a rule is enforced here: validators only keep values within what a column holds. `between`, `known`
and `longest` say the rules' bounds to the description only.
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
MOST_NAMED = 20
LONGEST_NAMED = 80


class Strict(serializers.Serializer[Any]):
    """Refuses fields that it does not know, `is_staff` and `winner` included."""

    def to_internal_value(self, data: object) -> object:
        """The checked values; `ValidationError` with unknown and bad fields alike."""
        unknown = self._unknown(data)
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if isinstance(error.detail, dict):
                raise ValidationError({**error.detail, **unknown}) from None
            raise
        if unknown:
            raise ValidationError(unknown)
        return values

    def _unknown(self, data: object) -> dict[str, list[ErrorDetail]]:
        if not isinstance(data, Mapping):
            return {}
        writable = {name for name, field in self.fields.items() if not field.read_only}
        unknown = [str(name)[:LONGEST_NAMED] for name in data if name not in writable]
        named = {name: [_error_detail(UNKNOWN, name=name)] for name in unknown[:MOST_NAMED]}
        more = len(unknown) - len(named)
        return {**named, WHOLE: [_error_detail("unknown_fields_more", more=more)]} if more else named


def _error_detail(code: str, **facts: object) -> ErrorDetail:
    return ErrorDetail(detail_for(code, facts), code)


class EmptyBody(Strict):
    """An empty body: `{}` or none at all."""


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; text and booleans are no numbers."""

    most = 10**9

    def __init__(self, *, between: tuple[int | None, int | None] = (None, None), **options: Any) -> None:
        self.between = between
        super().__init__(**{"min_value": -self.most, "max_value": self.most, **options})

    def to_internal_value(self, data: object) -> int:
        """The number; `invalid` for anything but an integer."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class SmallNumber(WholeNumber):
    """A whole number that fits in two bytes."""

    most = 32_767


class Text(serializers.CharField):
    """A JSON string; the services say where it may not be empty, and clean names themselves."""

    def __init__(self, *, known: Known = (), longest: int | None = None, **options: Any) -> None:
        self._known, self.longest = known, longest
        super().__init__(**{"allow_blank": True, **options})

    @property
    def known(self) -> Collection[str]:
        """The words that mean something, as they are now; none where any text does."""
        return self._known() if callable(self._known) else self._known

    def to_internal_value(self, data: object) -> str:
        """The text; `invalid` for numbers."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """JSON true or false, nothing that looks like it."""

    def to_internal_value(self, data: object) -> bool:
        """The value; `invalid` for anything but true and false."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class QueryFlag(serializers.BooleanField):
    """`true` or `false` in a query, no other word."""

    def to_internal_value(self, data: object) -> bool:
        """The value; `invalid` for anything else."""
        if data not in ("true", "false"):
            self.fail("invalid", input=data)
        return bool(data == "true")


class Moment(serializers.DateTimeField):
    """RFC 3339 with an offset: a bare local time could mean any zone."""

    default_error_messages = {
        "offset_missing": _("A time needs its offset, as in 2026-11-22T09:00:00-03:00.")
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        """The moment in UTC; refused where the offset is missing."""
        if value.tzinfo is None:
            self.fail("offset_missing")
        return super().enforce_timezone(value)
