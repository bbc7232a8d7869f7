"""`docs/openapi.yaml`, which describes the API, and its write routes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import yaml

from tools.endorsement.play.console import ROOT

DESCRIPTION = ROOT / "docs" / "openapi.yaml"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The file has 24,000 lines, which libyaml reads twenty times as fast; it is not in every build of PyYAML."""


@cache
def description() -> Mapping[str, Any]:
    """Return the API's description; the file is parsed once."""
    text = DESCRIPTION.read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.load(text, LOADER)  # noqa: S506 - both are safe
    return found


WRITES = ("post", "put", "patch", "delete")
PREFIX = "/api/v1/"


def example_of(operation: Mapping[str, Any]) -> Any:
    """Return the body that the description has as an example of the operation; None if it has none."""
    media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return next((one["value"] for one in media.get("examples", {}).values()), None)


@dataclass(frozen=True)
class Route:
    """A route that changes something, and whether it takes an `Idempotency-Key`."""

    operation: str
    verb: str
    path: str
    keyed: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of this route's addresses, without `PREFIX`."""
        return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(self.path.removeprefix(PREFIX))))


def write_routes() -> dict[str, Route]:
    """Return every route that changes something, by its operation's id."""
    routes = [
        Route(one["operationId"], verb.upper(), path, _is_keyed(one))
        for path, verbs in description()["paths"].items()
        for verb, one in verbs.items()
        if verb in WRITES
    ]
    return {route.operation: route for route in routes}


def _is_keyed(operation: dict[str, list[dict[str, str]]]) -> bool:
    return any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
