"""How a program's request travels: in this process, or over a real connection."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
from django.test import Client

JSON = ("application/json", "application/problem+json")


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
        return int(self.headers["etag"].strip('"').partition("-")[0].partition(".")[0])

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


def _answer(status: int, headers: Mapping[str, str], content: bytes) -> Answer:
    lower = {name.lower(): value for name, value in headers.items()}
    is_json = lower.get("content-type", "").partition(";")[0] in JSON
    return Answer(status, json.loads(content) if is_json and content else None, lower, content.decode())
