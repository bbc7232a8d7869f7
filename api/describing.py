"""What drf-spectacular leaves out of the description: components of kingdoms, open calls, tags, null."""

from collections.abc import Iterator
from typing import Any

from api import kingdoms_schema

Node = dict[str, Any]
CHOICES = "\n\n* "
"""What drf-spectacular puts between a field's description and the list of its values."""


def describe(result: Node, **made_by: Any) -> Node:
    """Complete drf-spectacular's description (the whole OpenAPI document) in place, and return it.

    Add the components of kingdoms and the list of tags, `security: []` to calls without an account; tidy
    fields (`_tidy_field`); sort components by name. It is a postprocessing hook; `made_by`, with the
    generator, is not used.
    """
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
    """Yield the schema of each field of each component, to be changed in place."""
    for schema in schemas.values():
        yield from schema.get("properties", {}).values()


def _tidy_field(field: Node) -> None:
    """Change a field in place: drop the list of values from its description, and name null only once."""
    if CHOICES in field.get("description", ""):
        field["description"] = field["description"].partition(CHOICES)[0]
    if field.get("nullable") and "allOf" in field:
        field["oneOf"] = [*field.pop("allOf"), kingdoms_schema.ref("NullEnum")]
    if "oneOf" in field:  # one of them is null
        field.pop("nullable", None)
