"""What drf-spectacular leaves out of the description: components of kingdoms, open calls, tags, null."""

from collections.abc import Iterator
from typing import Any

from api import kingdoms_schema

Node = dict[str, Any]
CHOICES = "\n\n* "
"""What drf-spectacular puts between a field's description and the list of its values."""


def describe(result: Node, **made_by: Any) -> Node:
    """Return the description, completed, with its components in order of name."""
    schemas: dict[str, Node] = result["components"]["schemas"]
    schemas.update(kingdoms_schema.components())
    for field in _fields(schemas):
        _tidy_field(field)
    operations = [one for methods in result["paths"].values() for one in methods.values()]
    for operation in operations:
        operation.setdefault("security", [])
    result["tags"] = [{"name": tag} for tag in sorted({tag for one in operations for tag in one["tags"]})]
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _fields(schemas: dict[str, Node]) -> Iterator[Node]:
    for schema in schemas.values():
        yield from schema.get("properties", {}).values()


def _tidy_field(field: Node) -> None:
    """List enumeration values only in their component, and name null once."""
    if CHOICES in field.get("description", ""):
        field["description"] = field["description"].partition(CHOICES)[0]
    if field.get("nullable") and "allOf" in field:
        field["oneOf"] = [*field.pop("allOf"), kingdoms_schema.ref("NullEnum")]
    if "oneOf" in field:  # one of them is null
        field.pop("nullable", None)
