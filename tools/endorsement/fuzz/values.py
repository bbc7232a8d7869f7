"""Random values of a schema of the description: valid, or broken in one place.

Everything follows from the generator of random numbers that is given: the same one makes the same values.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Node = Mapping[str, Any]
"""An object of the description: JSON, so of any shape."""

DEEPEST = 6
NULLS, WITHOUT, EXAMPLES = 0.15, 0.5, 0.3
"""Shares of values that are null where they may be, of fields left out that may be, of examples taken."""
MOMENTS = (
    "2026-11-22T09:00:00-03:00",
    "2026-11-22T12:00:00Z",
    "1900-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999+14:00",
)
WORDS = ("Mariapaulista", "Lia Prado", "Ana e Zeca", "ação", "x", "judge", "organizer", "1", "1,2;3\n4")
NUMBERS = (0, 1, 2, 3, 4, 6, 8, 16, 60, 2026)
ODD: Sequence[Any] = (
    None, True, 0, -1, 1.5, 10**9, 10**18, 10**30, -(2**63), 1e300, "", " ", "0", "null", "x" * 5000, "\x00",
    "\ud800", "\u202e\u200b", "🂡" * 90, "2026-02-30T00:00:00Z", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00", "=1+1", "<b>", "' or 1=1 --", "../..", [], {}, [[]], [None], [{}], {"a": 1},
    ["x"] * 3000, {str(number): number for number in range(300)}, [[[[[[[[[[1]]]]]]]]]],
)  # fmt: skip
"""What no field is for, or just beyond what it is for."""


@dataclass(frozen=True)
class Maker:
    """Makes random values. `codes` are values that exist in a tournament, by the field that takes them."""

    components: Mapping[str, Node]
    codes: Mapping[str, Sequence[str]]

    def make(self, schema: Node, rng: Random, name: str = "", depth: int = 0) -> Any:
        """Return a random valid value of this schema, for the field of this name."""
        schema = self.plain(schema, rng)
        if schema.get("nullable") and rng.random() < NULLS:
            return None
        if name in self.codes and self.codes[name] and schema.get("type") == "string":
            return rng.choice(self.codes[name])
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "example" in schema and rng.random() < EXAMPLES:
            return copy.deepcopy(schema["example"])
        return self._of_type(schema, rng, name, depth)

    def with_known_codes(self, example: Any, rng: Random, name: str = "") -> Any:
        """Return the example with codes that exist in place of its own."""
        if isinstance(example, dict):
            return {key: self.with_known_codes(value, rng, key) for key, value in example.items()}
        if isinstance(example, list):
            return [self.with_known_codes(value, rng, name) for value in example]
        known = self.codes.get(name) if isinstance(example, str) else None
        return rng.choice(known) if known else example

    def plain(self, schema: Node, rng: Random) -> Node:
        """Return the schema with references resolved, and a random one of its alternatives."""
        while many := next((schema[word] for word in ("allOf", "oneOf", "anyOf") if word in schema), None):
            rest = {key: value for key, value in schema.items() if key not in ("allOf", "oneOf", "anyOf")}
            schema = {**self._resolve(rng.choice(many)), **rest}
        return self._resolve(schema)

    def _resolve(self, schema: Node) -> Node:
        """Return the schema to which this one refers in the end, or itself."""
        if "$ref" not in schema:
            return schema
        return self._resolve(self.components[schema["$ref"].rpartition("/")[2]])

    def _of_type(self, schema: Node, rng: Random, name: str, depth: int) -> Any:
        """Return a random value by the schema's `type`; an object if it has none."""
        makers: dict[str, Callable[[], Any]] = {
            "string": lambda: rng.choice(MOMENTS if schema.get("format") == "date-time" else WORDS),
            "integer": lambda: _number(schema, rng),
            "number": lambda: rng.uniform(-10, 100),
            "boolean": lambda: rng.random() < 0.5,
            "array": lambda: self._array(schema, rng, name, depth),
        }

        def whole() -> Any:
            return self._object(schema, rng, depth)

        return makers.get(schema.get("type", "object"), whole)()

    def _array(self, schema: Node, rng: Random, name: str, depth: int) -> list[Any]:
        count = 0 if depth > DEEPEST else rng.choice((0, 1, 1, 2, 2, 3, 4))
        return [self.make(schema["items"], rng, name, depth + 1) for _ in range(count)]

    def _object(self, schema: Node, rng: Random, depth: int) -> dict[str, Any]:
        """Return an object with all required and some other fields, without read-only ones."""
        made = {
            name: self.make(field, rng, name, depth + 1)
            for name, field in schema.get("properties", {}).items()
            if not field.get("readOnly")
            if name in schema.get("required", ()) or rng.random() > WITHOUT
        }
        if more := schema.get("additionalProperties"):
            keys = rng.sample(self.codes.get("match") or WORDS, k=1)
            made |= {key: self.make(more, rng, "", depth + 1) for key in keys}
        return made


def _number(schema: Node, rng: Random) -> int:
    """Return a number within the schema's bounds, mostly a small one, now and then a bound itself."""
    low, high = schema.get("minimum", -3), schema.get("maximum", 40)
    usual = [number for number in NUMBERS if low <= number <= high]
    return int(rng.choice([low, high, *usual, *usual]))


def spoil(value: Any, rng: Random) -> Any:
    """Return a copy with something odd in one place, or a field too many or too few.

    Now and then return an odd value instead.
    """
    value = copy.deepcopy(value)
    places = list(_places(value))
    if not places or rng.random() < 0.1:
        return copy.deepcopy(rng.choice(ODD))
    holder, key = rng.choice(places)
    way = rng.random()
    if isinstance(holder, dict) and way < 0.15:
        del holder[key]
    elif isinstance(holder, dict) and way < 0.25:
        holder[rng.choice(("winner", "is_staff", "", "\x00", "x" * 300))] = copy.deepcopy(rng.choice(ODD))
    elif isinstance(holder, list) and way < 0.25:
        holder.extend([holder[key]] * rng.choice((1, 30)))
    else:
        holder[key] = copy.deepcopy(rng.choice(ODD))
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place inside a value: the dict or list that holds it, and the key or index there."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])
