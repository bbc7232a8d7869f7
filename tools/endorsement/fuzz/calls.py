"""One call of any route by anybody: sensible or odd address, query, headers and body."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import quote

from tools.endorsement.description import example_of
from tools.endorsement.fuzz.known import CODED, Known
from tools.endorsement.fuzz.values import Maker, Node, spoil

METHODS = ("get", "post", "put", "patch", "delete")
KNOWN, ASKED, EXAMPLES, SPOILT, CONDITIONAL, KEYED = 0.95, 0.6, 0.5, 0.4, 0.2, 0.4
"""Shares: path values that lead to something, queries sent, whole examples, odd bodies, If-Match and keys."""
TOPICS = frozenset({"kingdoms", "decks"})
"""What only some tournaments have."""
ODD_IN_PATHS = (
    "\x00", "a\x00b", "none", "0", "-1", "1" * 30, "9" * 400, "99999999999", "..", "%", "a/b", "☃" * 30,
    "\u202e", "٣", "x" * 900, "'", "\r\nX: y",
)  # fmt: skip
ODD_IN_QUERIES = (*ODD_IN_PATHS, "", "true", "false", "1e9", "null", "[]")
ODD_TAGS = ("*", '""', '"x"', "x", '"-1"', '"999999999999999999999"', 'W/"3"', '"3", "4"', '"' * 400)
ODD_KEYS = ("x" * 81, " ", "a b", "\xe9", "'", "x" * 4000)
SEEN = (0, 1, 5, 20, 40, 90, 10**6)
LANGUAGES = ("pt-br", "en", "es", "xx", "*", "en;q=x", "de-DE-1996, en;q=0.5", "q" * 900, "\xe9")
ODD_BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"1",
    b'"x"',
    b"\xff\xfe",
    b'{"a":1,"a":2}',
    b"[" * 900,
    b'{"a":NaN}',
)


@dataclass(frozen=True)
class Operation:
    """A route of the description and its method; `said` is its object there."""

    name: str
    method: str
    path: str
    said: Node

    def parameters(self, where: str) -> Iterator[Node]:
        """Yield the parameters that it takes in `where`: `path`, `query` or `header`."""
        return (one for one in self.said.get("parameters", ()) if one["in"] == where)

    @property
    def schema(self) -> Node | None:
        """Return the schema of its body; None if it has none."""
        content = self.said.get("requestBody", {}).get("content", {})
        found: Node | None = content.get("application/json", {}).get("schema")
        return found

    @property
    def example(self) -> Any:
        """Return a valid body, about things that do not exist; None if none is described."""
        return example_of(self.said)


@dataclass(frozen=True)
class Call:
    """A call to send: `who` calls, and `number` is what it was made from."""

    number: int
    operation: Operation
    who: str
    path: str
    content: bytes | None
    headers: Mapping[str, str]

    def __str__(self) -> str:
        sent = (self.content or b"")[:300]
        where = f"{self.operation.method} {self.path[:200]}"
        return f"call {self.number}: {self.who} {where} {sent!r} {self.headers}"


@dataclass(frozen=True)
class Fuzz:
    """Makes random calls from the description; the same seed and number make the same call.

    `places`: for each tournament the codes that exist there. `without`: operations that are not called.
    """

    description: Node
    places: Sequence[Known]
    callers: Sequence[str]
    seed: int
    without: frozenset[str] = frozenset()

    @cached_property
    def operations(self) -> list[Operation]:
        """Return the operations that are called, in the order of the description."""
        found = [
            Operation(said["operationId"], method.upper(), path, said)
            for path, item in self.description["paths"].items()
            for method, said in item.items()
            if method in METHODS
        ]
        return [operation for operation in found if operation.name not in self.without]

    def calls(self, first: int, count: int) -> Iterator[Call]:
        """Yield `count` calls from number `first` on; the operations take turns."""
        return (self.call(number) for number in range(first, first + count))

    def call(self, number: int) -> Call:
        """Return the call of this number, which is valid or odd in some parts."""
        rng = Random(f"{self.seed} {number}")
        operation = self.operations[number % len(self.operations)]
        place = rng.choice(self._leading_somewhere(operation) or self.places)
        one = OneCall(operation, Maker(self.description["components"]["schemas"], place), rng)
        return Call(
            number, operation, rng.choice(self.callers), one.address() + one.query(), one.content(),
            dict(one.headers()),
        )  # fmt: skip

    def _leading_somewhere(self, operation: Operation) -> list[Known]:
        """Return the tournaments that have what the operation is about; none if no one has."""
        needed = {kind_of_code(name, before) for name, before in gaps(operation.path)}
        needed |= TOPICS.intersection(operation.path.split("/") if "{slug}" in operation.path else ())
        needed |= (
            {"pass"} if any(one["name"] == "Table-Pass" for one in operation.parameters("header")) else set()
        )
        return [place for place in self.places if all(place.get(name) for name in needed)]


def gaps(path: str) -> Iterator[tuple[str, str]]:
    """Yield the arguments of an address, each with the part before it."""
    parts = path.split("/")
    return ((part[1:-1], before) for before, part in pairwise(parts) if part.startswith("{"))


def kind_of_code(name: str, before: str) -> str:
    """Return what an argument of an address is a code of, such as `match`; other arguments by their name."""
    return CODED.get(before, "none") if name == "code" else name


@dataclass(frozen=True)
class OneCall:
    """The parts of one random call, valid or odd."""

    operation: Operation
    maker: Maker
    rng: Random

    def address(self) -> str:
        """Return a path, mostly with codes that exist."""
        before, parts = "", []
        for part in self.operation.path.split("/"):
            parts.append(self._path_argument(part[1:-1], before) if part.startswith("{") else part)
            before = part
        return "/".join(parts)

    def _path_argument(self, name: str, before: str) -> str:
        """Return a value for an argument of the address, mostly a code that exists, quoted."""
        known, rng = self.maker.codes.get(kind_of_code(name, before)), self.rng
        text = rng.choice(known) if known and rng.random() < KNOWN else rng.choice(ODD_IN_PATHS)
        return quote(text, safe="") if text != ".." else "%2e%2e"

    def query(self) -> str:
        """Return a query with its question mark, or ""."""
        rng = self.rng
        asked = [one for one in self.operation.parameters("query") if rng.random() < ASKED]
        pairs = [(one["name"], self._query_value(one)) for one in asked]
        if rng.random() < 0.05:
            pairs.append((rng.choice(("no-such-filter", "page", "", "\x00")), "1"))
        return (
            "?" + "&".join(f"{quote(name)}={quote(value, safe='')}" for name, value in pairs) if pairs else ""
        )

    def _query_value(self, parameter: Node) -> str:
        """Return a value for a parameter of the query, now and then an odd one; not quoted."""
        rng = self.rng
        if rng.random() < SPOILT / 2:
            return rng.choice(ODD_IN_QUERIES)
        value = self.maker.make(parameter["schema"], rng, parameter["name"])
        return str(value).lower() if isinstance(value, bool) else str(value)

    def content(self) -> bytes | None:
        """Return the bytes of a body, mostly JSON; None for a GET."""
        operation, rng = self.operation, self.rng
        if operation.method == "GET":
            return None
        if operation.schema is None or rng.random() < 0.04:
            return rng.choice((b"", b"{}", *ODD_BODIES))
        if operation.example is not None and rng.random() < EXAMPLES:
            value = self.maker.with_known_codes(operation.example, rng)
        else:
            value = self.maker.make(operation.schema, rng)
        return json.dumps(spoil(value, rng) if rng.random() < SPOILT else value).encode()

    def headers(self) -> Iterator[tuple[str, str]]:
        """Yield names and values of headers."""
        rng = self.rng
        names = {one["name"] for one in self.operation.parameters("header")}
        if "If-Match" in names and rng.random() < CONDITIONAL:
            yield "If-Match", f'"{rng.choice(SEEN)}"' if rng.random() < 0.5 else rng.choice(ODD_TAGS)
        if "If-None-Match" in names and rng.random() < CONDITIONAL:
            yield "If-None-Match", rng.choice(ODD_TAGS)
        if "Idempotency-Key" in names and rng.random() < KEYED:
            yield (
                "Idempotency-Key",
                f"key-{rng.randrange(40)}" if rng.random() < 0.7 else rng.choice(ODD_KEYS),
            )
        if "Table-Pass" in names:
            passes = self.maker.codes.get("pass", ())
            yield "Table-Pass", rng.choice([*passes, *passes, *passes, "x", "a:b:c", "\xe9" * 200])
        if rng.random() < 0.5:
            yield "Accept-Language", rng.choice(LANGUAGES)
        if rng.random() < 0.03:
            yield (
                "Content-Type",
                rng.choice(("text/plain", "application/json; charset=x", "x", "multipart/form-data")),
            )
