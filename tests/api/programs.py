"""A program that calls the API: in this process, or over a real connection."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
from django.test import Client

from accounts.models import Player
from accounts.services import token_of

PREFIX = "/api/v1/"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `body` is the JSON, or None where there is none; header names are lower case."""

    status: int
    body: Any
    headers: Mapping[str, str]
    text: str

    @property
    def seq(self) -> int:
        """The record's number that the answer shows."""
        return int(self.headers["etag"].strip('"'))

    @property
    def codes(self) -> set[str]:
        """Codes of all violations."""
        return {violation["code"] for violation in self.body["violations"]}

    @property
    def fields(self) -> dict[str, str]:
        """Code by field of all violations."""
        return {violation["field"]: violation["code"] for violation in self.body["violations"]}


class Wire(Protocol):
    """How a request travels."""

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send and wait for the answer."""


class InProcess:
    """Django's test client, with CSRF checks as in production."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Call the application directly."""
        response = self.client.generic(
            method, path, content or b"", content_type="application/json", headers=dict(headers)
        )
        return _answer(response.status_code, response.headers, response.content)


class Http:
    """Plain httpx, no knowledge of Django."""

    def __init__(self, base: str) -> None:
        self.client = httpx.Client(base_url=base, timeout=60, trust_env=False)

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send over a connection."""
        told = {"Content-Type": "application/json", **headers}
        response = self.client.request(method, path, content=content, headers=told)
        return _answer(response.status_code, response.headers, response.content)


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
    token = token_of(who.user) if who and who.user else ""
    return Program(InProcess(), token, language)


def _answer(status: int, headers: Mapping[str, str], content: bytes) -> Answer:
    lower = {name.lower(): value for name, value in headers.items()}
    is_json = lower.get("content-type", "").partition(";")[0] == "application/json"
    return Answer(status, json.loads(content) if is_json and content else None, lower, content.decode())
