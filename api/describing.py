"""What the description has besides serializers and operations: components of kingdoms, in order of name."""

from collections.abc import Iterator
from typing import Any

from api import kingdoms_schema

Node = dict[str, Any]
CHOICES = "\n\n* "
"""What drf-spectacular puts between a field's description and the list of its values."""


def describe(result: Node, **made_by: Any) -> Node:
    """Return the description, completed."""
    schemas: dict[str, Node] = result["components"]["schemas"]
    schemas.update(kingdoms_schema.components())
    for field in _fields(schemas):
        if CHOICES in field.get("description", ""):  # the component of the enumeration lists them
            field["description"] = field["description"].partition(CHOICES)[0]
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _fields(schemas: dict[str, Node]) -> Iterator[Node]:
    for schema in schemas.values():
        yield from schema.get("properties", {}).values()
