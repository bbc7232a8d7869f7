"""A program that calls the API, every answer of which is compared with the description."""

import json
from collections.abc import Mapping
from typing import Any

from accounts.models import Player
from tests import cast
from tests.api.described import Described
from tests.api.wires import Answer, InProcess, Wire

PREFIX = "/api/v1/"


class Program:
    """Somebody's program: `ana.post("tournaments/", {...}, key="k1", seen=12)`."""

    def __init__(self, wire: Wire, token: str = "", language: str = "en") -> None:
        self.wire, self.token, self.language = wire, token, language

    def get(self, path: str, **headers: str) -> Answer:
        """Read; header names with underscores."""
        return self.send("GET", path, None, headers=headers)

    def post(self, path: str, body: Any = None, **options: Any) -> Answer:
        """Write."""
        return self.send("POST", path, {} if body is None else body, **options)

    def patch(self, path: str, body: Any, **options: Any) -> Answer:
        """Change."""
        return self.send("PATCH", path, body, **options)

    def put(self, path: str, body: Any, **options: Any) -> Answer:
        """Set."""
        return self.send("PUT", path, body, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        """Remove."""
        return self.send("DELETE", path, None, **options)

    def send(
        self,
        method: str,
        path: str,
        body: Any,
        *,
        key: str = "",
        seen: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send JSON; `key` is the Idempotency-Key, `seen` goes into If-Match."""
        told = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        told |= {"Idempotency-Key": key} if key else {}
        told |= {"If-Match": f'"{seen}"'} if seen is not None else {}
        told |= {"Authorization": f"Token {self.token}"} if self.token else {}
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        target = path if path.startswith("/") else PREFIX + path
        return self.wire.send(method, target, content, {"Accept-Language": self.language, **told})


def program(who: Player | None = None, *, language: str = "en") -> Program:
    """The program of this person, in this process; of a visitor where nobody is named."""
    return Program(Described(InProcess()), cast.key(who) if who else "", language)
