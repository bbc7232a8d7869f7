"""What `docs/openapi.yaml` says an answer may be, and whether one is that."""

import functools
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from tools.endorsement.description import description
from tools.endorsement.fuzz.calls import Call
from tools.endorsement.fuzz.values import Node
from tools.endorsement.play.client import Answer

ANYWHERE = (405, 413, 415, 429, 503)
"""What any route answers: to a method, a size, a kind of body, too many, and while the database is away."""
PROBLEM = "application/problem+json"


def undescribed(call: Call, answer: Answer) -> Iterator[str]:
    """Yield everything in which the answer is not as described; a 500 never is."""
    said = call.operation.said["responses"].get(str(answer.status))
    if said is None and answer.status not in ANYWHERE:
        yield f"{answer.status} is not described: {answer.raw[:300]!r}"
        return
    kinds: Node = (said or {}).get("content", {}) or ({PROBLEM: {}} if answer.status >= 400 else {})
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if answer.raw and kind not in kinds:
        yield f"{answer.status} is {kind or 'of no kind'}, and not {sorted(kinds)}: {answer.raw[:300]!r}"
    elif answer.body is not None:
        yield from _schema_faults(kinds[kind].get("schema", {}), answer)


def _schema_faults(schema: Node, answer: Answer) -> Iterator[str]:
    """Yield where a body breaks its schema, and codes of a refusal that have no sentence."""
    if answer.status >= 400:
        schema = {"$ref": "#/components/schemas/Problem"}
    found = validator_of(schema).iter_errors(answer.body)
    faults = [f"{error.json_path}: {error.message[:300]}" for error in found]
    yield from faults
    if answer.status >= 400 and not faults:
        said = answer.body["violations"]
        yield from (f"no sentence for {one['code']}" for one in said if one["message"] == one["code"])


def validator_of(schema: Node) -> Draft202012Validator:
    """Return a validator of values for this schema of the description, which may refer to others."""
    return Draft202012Validator({"components": {"schemas": _components()}, **_plain(schema)})


@functools.cache
def _components() -> Node:
    """Return all named schemas of the description as JSON Schema."""
    return {name: _plain(node) for name, node in description()["components"]["schemas"].items()}


def _plain(node: Any) -> Any:
    """Return OpenAPI 3.0 as JSON Schema: `nullable` allows null, and objects have no other properties."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: _plain(value) for key, value in node.items() if key != "nullable"}
    if plain.get("type") == "object" and "properties" in plain:
        plain.setdefault("additionalProperties", False)
    return {"anyOf": [plain, {"type": "null"}]} if node.get("nullable") is True else plain
