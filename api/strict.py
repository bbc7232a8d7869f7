"""Serializers for what comes in: unknown fields are refused, together with all else that is wrong.

Shape and type are checked here (400). What a value may be is the services' business (422), so no
bound of a rule is repeated: the ones here only keep values within what a column holds.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.messages import sentence
from api.problems import WHOLE

UNKNOWN = "unknown_field"
MOST_NAMED = 20
LONGEST_NAMED = 80


class Strict(serializers.Serializer[Any]):
    """Refuses fields that it does not know, `is_staff` and `winner` included."""

    def to_internal_value(self, data: Any) -> Any:
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

    def _unknown(self, data: Any) -> dict[str, list[ErrorDetail]]:
        if not isinstance(data, Mapping):
            return {}
        writable = {name for name, field in self.fields.items() if not field.read_only}
        unknown = [str(name)[:LONGEST_NAMED] for name in data if name not in writable]
        named = {name: [_told(UNKNOWN, name=name)] for name in unknown[:MOST_NAMED]}
        more = len(unknown) - len(named)
        return {**named, WHOLE: [_told("unknown_fields_more", more=more)]} if more else named


def _told(code: str, **facts: object) -> ErrorDetail:
    return ErrorDetail(sentence(code, facts), code)


class Nothing(Strict):
    """An empty body: `{}` or none at all."""


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; text and booleans are no numbers."""

    most = 10**9

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": -self.most, "max_value": self.most, **options})

    def to_internal_value(self, data: Any) -> int:
        """The number; `invalid` for anything but an integer."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class SmallNumber(WholeNumber):
    """A whole number that fits in two bytes."""

    most = 32_767


class Text(serializers.CharField):
    """A JSON string; the services say where it may not be empty, and clean names themselves."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_blank": True, **options})

    def to_internal_value(self, data: Any) -> str:
        """The text; `invalid` for numbers."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """JSON true or false, nothing that looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        """The value; `invalid` for anything but true and false."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
