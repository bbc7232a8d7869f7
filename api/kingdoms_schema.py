"""Events and outcomes of Jogo dos Reinos as components of the description, made from their dataclasses."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, get_args, get_type_hints

from rulesets.kingdoms import EVENTS, OUTCOMES, UNDO, name_of

Schema = dict[str, object]
PLAIN: Mapping[type, Schema] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
}
EVENT, EVENT_SHOWN, OUTCOME = "KingdomEvent", "KingdomEventShown", "KingdomOutcome"
TYPE = "What it is."
SUCCESS = ("Whether that is not above the chance.", False)
TAKEN_BACK: Schema = {
    "type": "object",
    "description": "An earlier event is taken back.",
    "properties": {
        "type": {"type": "string", "enum": [UNDO], "description": TYPE, "example": UNDO},
        "of": {"type": "integer", "description": "The number of the act that is taken back.", "example": 11},
    },
    "required": ["type", "of"],
}
HIDDEN = frozenset({"joker"})
"""What an outcome leaves out as long as it is secret."""


def components() -> dict[str, Schema]:
    """Return OpenAPI components by name: each event and outcome, and the three unions of them.

    The unions: events as sent, events as shown (undos among them), outcomes.
    """
    each = {kind.__name__: _component(kind) for kind in (*EVENTS, *OUTCOMES)}
    undo = {"TakenBack": TAKEN_BACK}
    shown = {UNDO: "TakenBack"}
    return {
        **each,
        **undo,
        EVENT: _one_of(_class_by_type(EVENTS)),
        EVENT_SHOWN: _one_of({**_class_by_type(EVENTS), **shown}),
        OUTCOME: _one_of(_class_by_type(OUTCOMES)),
    }


def ref(name: str) -> Schema:
    """Return a `$ref` to the component of this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def _class_by_type(kinds: tuple[type, ...]) -> Mapping[str, str]:
    """Return the class name of each kind of event or outcome, by its `type` in JSON."""
    return {name_of(kind): kind.__name__ for kind in kinds}


def _one_of(class_by_type: Mapping[str, str]) -> Schema:
    """Return the schema `oneOf` these components, with `type` as discriminator."""
    mapping = {type_: ref(name)["$ref"] for type_, name in class_by_type.items()}
    choices = [ref(name) for name in class_by_type.values()]
    return {"oneOf": choices, "discriminator": {"propertyName": "type", "mapping": mapping}}


def _component(kind: type) -> Schema:
    """Return the object schema of an event's or outcome's dataclass, with its docstring as description.

    All properties are required, except those that may be secret (`HIDDEN`).
    """
    hints = get_type_hints(kind, include_extras=True)
    own: Schema = {"type": "string", "enum": [name_of(kind)]}
    properties = {"type": _described(own, TYPE, name_of(kind))}
    properties |= {field.name: _property(hints[field.name]) for field in fields(kind)}
    if hasattr(kind, "success"):
        properties["success"] = _described(PLAIN[bool], *SUCCESS)
    return {
        "type": "object",
        "description": " ".join(str(kind.__doc__).split()),
        "properties": properties,
        "required": [name for name in properties if name not in HIDDEN],
    }


def _property(hint: Any) -> Schema:
    """Return the schema of a field whose hint is `Annotated[type, sentence, example]`."""
    return _described(_schema(hint.__origin__), *hint.__metadata__)


def _described(schema: Schema, sentence: str, example: object) -> Schema:
    """Return a copy of the schema with `description` and `example`."""
    return {**schema, "description": sentence, "example": example}


def _schema(hint: Any) -> Schema:
    """Return the schema of a type hint: an enumeration, a tuple or list (array), `int`, `bool` or `str`.

    KeyError for any other type.
    """
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    if args := get_args(hint):
        return {"type": "array", "items": _schema(args[0])}
    return dict(PLAIN[hint])
