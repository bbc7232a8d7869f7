"""Every answer against the description: `docs/openapi.yaml` says what is sent, or the test fails."""

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.api.wires import Answer, Wire
from tools.endorsement.description import description
from tools.endorsement.fuzz.described import validator_of
from tools.endorsement.fuzz.values import Node

NOWHERE = (401, 404, 405)  # what an address or a method that does not exist answers
ANYWHERE = (413, 415, 429, 503)  # what any route can answer
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d\S*")
PROBLEM_TYPE = "application/problem+json"
PROBLEM: Node = {"$ref": "#/components/schemas/Problem"}


class Described:
    """A wire that looks up each answer in the description, and remembers which operations it saw."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.seen: set[str] = set()

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send, then compare the answer with what is described."""
        answer = self.wire.send(method, path, content, headers)
        said = self._said(method, path, answer.status)
        if answer.body is not None:
            faults = list(validator_of(said).iter_errors(answer.body))
            assert not faults, f"{method} {path}: {faults[0].json_path} {faults[0].message}"
        local = [text for text in texts_of(answer.body) if TIME.fullmatch(text) and not text.endswith("Z")]
        assert not local, f"{method} {path}: times are in UTC, with Z, and not as {local}"
        if answer.status >= 400:
            unsaid = [v["code"] for v in answer.body["violations"] if v["message"] == v["code"]]
            assert not unsaid, f"no sentence for {unsaid}"
        return answer

    def _said(self, method: str, path: str, status: int) -> Node:
        """The schema of what this operation answers with this status."""
        operation = operation_of(method, path)
        if operation is None:
            assert status in NOWHERE, f"{method} {path} is not described"
            return PROBLEM
        self.seen.add(operation["operationId"])
        said = operation["responses"].get(str(status))
        if said is None:
            assert status in ANYWHERE, f"{method} {path} answers {status}, which is not described"
            return PROBLEM
        kinds: Node = said.get("content", {})
        return dict(kinds.get("application/json", kinds.get(PROBLEM_TYPE, {})).get("schema", {}))


def texts_of(body: Any) -> Iterator[str]:
    """Every text in an answer."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict | list):
        for inner in body.values() if isinstance(body, dict) else body:
            yield from texts_of(inner)


def operation_of(method: str, path: str) -> Node | None:
    """The operation behind an address, if any; where several fit, the one with the fewest gaps."""
    bare = path.partition("?")[0]
    fitting = [template for template, form in _templates().items() if form.fullmatch(bare)]
    best = min(fitting, key=lambda template: template.count("{"), default="")
    found: Node | None = description()["paths"].get(best, {}).get(method.lower())
    return found


@functools.cache
def _templates() -> dict[str, re.Pattern[str]]:
    """What the addresses of each path look like."""
    return {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in description()["paths"]}
