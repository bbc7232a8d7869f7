"""The write routes as `docs/openapi.yaml` has them."""

import re
from dataclasses import dataclass
from functools import cached_property

from tools.endorsement.description import description

WRITES = ("post", "put", "patch", "delete")
PREFIX = "/api/v1/"


@dataclass(frozen=True)
class Route:
    """A route that changes something, and whether it takes an `Idempotency-Key`."""

    operation: str
    verb: str
    path: str
    keyed: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What an address of this route looks like."""
        return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(self.path.removeprefix(PREFIX))))


def write_routes() -> dict[str, Route]:
    """Operation → route."""
    routes = [
        Route(one["operationId"], verb.upper(), path, _is_keyed(one))
        for path, verbs in description()["paths"].items()
        for verb, one in verbs.items()
        if verb in WRITES
    ]
    return {route.operation: route for route in routes}


def _is_keyed(operation: dict[str, list[dict[str, str]]]) -> bool:
    return any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
