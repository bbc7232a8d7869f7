"""Puts words, examples and what no serializer says into the description, once it is made."""

from collections.abc import Iterator
from typing import Any

from api import kingdoms_schema
from api.words import word_for
from api.words.examples import EXAMPLES
from api.words.parameters import parameter

Node = dict[str, Any]


def describe(result: Node, **made_by: Any) -> Node:
    """The description with a sentence and an example at every field and parameter, a body at every write."""
    schemas: dict[str, Node] = result["components"]["schemas"]
    schemas.update(kingdoms_schema.components())
    for name, schema in schemas.items():
        for field, said in schema.get("properties", {}).items():
            schema["properties"][field] = _field(name, field, said)
    for operation in _operations(result):
        _say_parameters(operation)
        _give_example(operation)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _operations(result: Node) -> Iterator[Node]:
    for operations in result["paths"].values():
        yield from operations.values()


def _field(component: str, name: str, said: Node) -> Node:
    word = word_for(component, name)
    if word is None:
        return said
    text, example = word
    said = {"allOf": [said]} if "$ref" in said else said
    shown = {} if example is None else {"example": example}
    return {**said, "description": text, **shown}


def _say_parameters(operation: Node) -> None:
    for said in operation.get("parameters", ()):
        word = parameter(operation["operationId"], said["name"])
        if word and said["in"] != "header":
            text, example = word
            said.setdefault("description", text)
            said["example"] = example


def _give_example(operation: Node) -> None:
    example = EXAMPLES.get(operation["operationId"])
    for media in operation.get("requestBody", {}).get("content", {}).values():
        if example is not None:
            media["example"] = example
