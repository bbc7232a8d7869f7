"""Validate input and serialize objects, with one shared instance of each serializer."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from rest_framework.request import Request
from rest_framework.serializers import ListField, Serializer

JSONObject = dict[str, object]
Shape = TypeVar("Shape", bound=Serializer[Any])
Thing = TypeVar("Thing")


@cache
def _shared_serializer(serializer: type[Shape]) -> Shape:
    """Return the process's one instance of the class: its fields are slow to build."""
    return serializer()


def parse_body(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the validated values of the body by field; raise `ValidationError` (400) with all errors."""
    return _validate(serializer, request.data)


def parse_query(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the validated query parameters by field; a repeated one of a `ListField` becomes a list.

    Raise `ValidationError` (400) with all errors, also for a parameter that the serializer does not know.
    """
    query = request.query_params
    lists = [
        name for name, one in _shared_serializer(serializer).fields.items() if isinstance(one, ListField)
    ]
    return _validate(
        serializer, query.dict() | {name: query.getlist(name) for name in lists if name in query}
    )


def _validate(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """Return the values as the serializer validates them; raise its `ValidationError` (400)."""
    checked: dict[str, object] = _shared_serializer(serializer).run_validation(data)
    return checked


def serialize(serializer: type[Serializer[Thing]], thing: Thing) -> JSONObject:
    """Return the object as JSON values, with the serializer's shared instance (faster than `.data`)."""
    plain: JSONObject = _shared_serializer(serializer).to_representation(thing)
    return plain


def serialize_all(serializer: type[Serializer[Thing]], things: Iterable[Thing]) -> list[JSONObject]:
    """Return each object as JSON values, in the given order."""
    return [serialize(serializer, thing) for thing in things]
