"""An HTTP client of our own: one account, one kept connection, JSON both ways."""

import http.client
import json
import threading
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

TIMEOUT = 60.0  # seconds for one answer
JSON = ("application/json", "application/problem+json")


@dataclass(frozen=True)
class Answer:
    """A response: `body` is its JSON, None if it has none; names of `headers` are in lower case."""

    status: int
    body: Any
    raw: bytes
    headers: dict[str, str]

    @property
    def ok(self) -> bool:
        """Return whether the status is below 400."""
        return self.status < 400

    @property
    def codes(self) -> set[str]:
        """Return the machine codes of a refusal; none for another answer."""
        if not isinstance(self.body, dict):
            return set()
        broken = {violation["code"] for violation in self.body.get("violations", ())}
        return broken | ({self.body["error"]} if "error" in self.body else set())

    @property
    def seq(self) -> int | None:
        """Return the number of the record's latest line from the `ETag`; None without one."""
        tag = self.headers.get("etag", "").strip('"').partition("-")[0].partition(".")[0]
        return int(tag) if tag.isdigit() else None


class Refusal(Exception):
    """Raised if the product refuses, or fails at, a call that the rules allow."""

    def __init__(self, act: str, answer: Answer) -> None:
        super().__init__(f"{act}: {answer.status} {answer.raw[:400]!r}")
        self.answer = answer


@dataclass
class Client:
    """A client of one account, or without one if `token` is None; threads that share it take turns."""

    base: str
    token: str | None = None
    patience: float = TIMEOUT
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)
    _turn: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def get(self, path: str) -> Any:
        """Return the JSON at an address under `/api/v1/`. Raises `Refusal` if it is refused."""
        return self.must("GET", path).body

    def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        """Post JSON and return that of the answer. Raises `Refusal` if it is refused."""
        return self.must("POST", path, body, key).body

    def must(self, verb: str, path: str, body: Any = None, key: str | None = None) -> Answer:
        """Make a call that the rules allow, and return the answer. Raises `Refusal` if it is refused."""
        answer = self.call(verb, path, body, key)
        if not answer.ok:
            raise Refusal(f"{verb} {path} {json.dumps(body)[:300]}", answer)
        return answer

    def call(
        self, verb: str, path: str, body: Any = None, key: str | None = None, **conditions: str
    ) -> Answer:
        """Make a call and return any answer, also an error; retry once if the connection had been closed."""
        try:
            return self.exchange(verb, path, body, key, **conditions)
        except (http.client.HTTPException, ConnectionError):
            self.close()
            return self.exchange(verb, path, body, key, **conditions)

    def close(self) -> None:
        """Close the connection; the next call opens another."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def exchange(
        self, verb: str, path: str, body: Any = None, key: str | None = None, **conditions: str
    ) -> Answer:
        """Make a call exactly once and return any answer, also an error; `if_match="3"` sends a header."""
        content = None if body is None else json.dumps(body).encode()
        headers = self._headers(key) | {name.replace("_", "-"): x for name, x in conditions.items()}
        with self._turn:
            if self._connection is None:
                place = urlsplit(self.base).netloc
                self._connection = http.client.HTTPConnection(place, timeout=self.patience)
            self._connection.request(verb, f"/api/v1/{path}", content, headers)
            given = self._connection.getresponse()
            raw = given.read()
        headers = {name.lower(): value for name, value in given.getheaders()}
        is_json = headers.get("content-type", "").partition(";")[0] in JSON
        return Answer(given.status, json.loads(raw) if raw and is_json else None, raw, headers)

    def _headers(self, key: str | None) -> dict[str, str]:
        """Return the headers of a call; `key`: its `Idempotency-Key`."""
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Language": "en"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        return headers


def sign_up(base: str, username: str, password: str = "seis reinos intactos") -> Client:
    """Create the account, unless there is one of that name, and return a client with a new key of it."""
    visitor = Client(base)
    account = {"username": username, "password": password, "name": username.title()}
    visitor.call("POST", "accounts/", account)
    token = visitor.post("token/", {"username": username, "password": password})["token"]
    visitor.close()
    return Client(base, token)
