"""Files beside a record: the texts whose hashes it holds, names of people, signed heads."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from checker.reading.findings import Finding, Unreadable
from checker.reading.lines import Data, Line, canonical, has_second_format, sha256
from checker.reading.terms import count, digest, many, maybe, record, text

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
KEY, SIGNATURE = 32, 64


class Point(NamedTuple):
    """A point of the curve."""

    x: int
    y: int
    z: int
    t: int


ZERO = Point(0, 1, 1, 0)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this key signed this message."""
    if len(key) != KEY or len(signature) != SIGNATURE:
        return False
    commitment, scalar = signature[:KEY], int.from_bytes(signature[KEY:], "little")
    signer = _decoded(key)
    if signer is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(commitment + key + message).digest(), "little") % ORDER
    minus_signer = Point(-signer.x % PRIME, signer.y, signer.z, -signer.t % PRIME)
    return _encoded(_sum(_times(scalar, BASE), _times(challenge, minus_signer))) == commitment


def _sum(one: Point, other: Point) -> Point:
    a = (one.y - one.x) * (other.y - other.x) % PRIME
    b = (one.y + one.x) * (other.y + other.x) % PRIME
    c = 2 * one.t * other.t * CURVE % PRIME
    d = 2 * one.z * other.z % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return Point(e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def _times(number: int, point: Point) -> Point:
    total = ZERO
    while number:
        if number & 1:
            total = _sum(total, point)
        point, number = _sum(point, point), number >> 1
    return total


def _encoded(point: Point) -> bytes:
    """The 255 bits of y, and in the last one whether x is odd."""
    inverse = pow(point.z, -1, PRIME)
    x, y = point.x * inverse % PRIME, point.y * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(KEY, "little")


def _decoded(raw: bytes) -> Point | None:
    """Decode a point, or return None if these bytes are none."""
    bits = int.from_bytes(raw, "little")
    y, is_odd = bits & (2**255 - 1), bits >> 255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if y >= PRIME or x * x % PRIME != square or (x == 0 and is_odd):
        return None
    x = x if x & 1 == is_odd else -x % PRIME
    return Point(x, y, 1, x * y % PRIME)


def _base() -> Point:
    found = _decoded((4 * pow(5, -1, PRIME) % PRIME).to_bytes(KEY, "little"))
    if found is None:
        raise ArithmeticError("the base point is on the curve")
    return found


BASE = _base()


NO_TERMS = ("format", "software", "name", "year", "title")
"""Terms of a tournament that are no part of its regulation."""


def _words(value: Any) -> bool:
    return isinstance(value, str)


def _named(test: Any) -> Any:
    """An object with any keys."""
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


people_file = record(
    {"texts": _named(maybe(_words))},
    tournament=text,
    head=record(seq=count, sha256=digest),
    people=_named(maybe(_words)),
)
texts_file = record(
    tournament=text,
    editions=_named(maybe(_named(_words))),
    regulations=_named(maybe(_words)),
    types=_named(maybe(many(_words))),
)


def read_people(path: Path) -> Data:
    """Read a file of names, or raise `Unreadable`."""
    return _read(path, people_file, ("tournament", "head", "people", "texts"))


def read_texts(path: Path) -> Data:
    """Read a file of texts, or raise `Unreadable`."""
    return _read(path, texts_file, ("tournament", "editions", "regulations", "types"))


def _read(path: Path, test: Any, keys: Sequence[str]) -> Data:
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not test({key: value[key] for key in keys if key in value}):
        raise Unreadable(f"{path.name}: not the file that stands beside a record")
    return value


# --- names --------------------------------------------------------------------------------------------


def unnamed(lines: Sequence[Line], people: Data | None) -> Iterator[Finding]:
    """Find people and rulings that are missing in the file of names, if there is one."""
    if people is None:
        return
    seen = dict.fromkeys(person for line in lines for person in _people(line))
    for person in sorted(seen.keys() - people["people"].keys()):
        yield Finding(lines[-1].seq, "people", f"{person} is in the record and has no line there")
    for line in lines:
        if line.type == "ruling.noted" and line.data["text"] not in people.get("texts", {}):
            yield Finding(line.seq, "people", f"the words of {line.data['text']} are not there")


def _people(line: Line) -> Sequence[str]:
    """Return the people (codes) whom the line names."""
    if line.type in ("entry.added", "entry.changed"):
        return tuple(line.data.get("players", ()))
    return (line.data["person"],) if line.type.startswith("staff.") else ()


# --- texts --------------------------------------------------------------------------------------------


def unproven(lines: Sequence[Line], texts: Data | None) -> Iterator[Finding]:
    """Find hashes that the file of texts, if there is one, does not have or contradicts."""
    if texts is None:
        return
    setup: Data = {}
    for line in lines:
        if line.type in ("tournament.created", "tournament.changed"):
            setup = {**setup, **{key: value for key, value in line.data.items() if key != "reason"}}
            yield from _said("edition", line, line.data.get("rules"), texts["editions"], _edition)
            yield from _said("type", line, line.data.get("definition"), texts["types"], _type, "texts")
        elif line.type == "regulation.confirmed":
            terms = _terms(setup, is_second_format=has_second_format(lines[0]))
            yield from _regulation(line, terms, texts["regulations"])


def _said(
    what: str, line: Line, said: Data | None, known: Data, made: Any, key: str = "sha256"
) -> Iterator[Finding]:
    """Check a text beside the record against the hash that the line has."""
    if said:
        yield from _compared(what, line, said[key], known, made)


def _compared(what: str, line: Line, wanted: str, known: Data, made: Any) -> Iterator[Finding]:
    """Yield a finding if the file beside the record lacks the hash or has another text for it."""
    if wanted not in known:
        yield Finding(line.seq, "texts", f"no {what} {wanted[:12]}… in the file of texts")
    elif known[wanted] is not None and made(known[wanted]) != wanted:
        yield Finding(line.seq, "texts", f"the text of {what} {wanted[:12]}… has another hash")


def _edition(chapters: Mapping[str, str]) -> str:
    """Paths, lengths and bytes; the game's own chapters before the common ones."""
    whole = b""
    for path in sorted(chapters, key=lambda path: (path.split("/")[1:2] == ["common"], path)):
        raw = chapters[path].encode()
        whole += f"{path}\n{len(raw)}\n".encode() + raw
    return sha256(whole)


def _type(both: Sequence[str]) -> str:
    return sha256(json.dumps(both, ensure_ascii=False).encode())


def _terms(setup: Data, *, is_second_format: bool) -> Data:
    terms = {key: value for key, value in setup.items() if key not in NO_TERMS}
    if not is_second_format and not terms.get("definition"):
        terms.pop("definition", None)  # the first format leaves it out instead of saying null
    if not terms.get("stages"):
        terms.pop("stages", None)  # taken back: as if there never were any
    return terms


def _regulation(line: Line, terms: Data, known: Data) -> Iterator[Finding]:
    wanted = line.data["version"]
    yield from _compared(
        "regulation",
        line,
        wanted,
        known,
        lambda special: sha256(canonical({**terms, "special_rules": special})),
    )


FORMAT = "tournament-head/1"
signed_head = record(
    at=text, format=text, state=text, tournament=text, seq=count, sha256=digest, key=digest, signature=text
)


def read_signed(path: Path) -> Data:
    """Read a signed head from its file, or raise `Unreadable`."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not signed_head(value) or value["format"] != FORMAT:
        raise Unreadable(f"{path.name}: no signed head ({FORMAT})")
    return value


def disagreeing(content: bytes, head: Data, key: str | None) -> Iterator[Finding]:
    """Compare a signed head with a record, which may have more lines than the head."""
    lines = content.removesuffix(b"\n").split(b"\n")
    seq, last = head["seq"], len(lines) - 1
    if not _is_genuine(head):
        yield Finding(last, "signature", "the head is not signed by the key that it names")
    if key is not None and head["key"] != key:
        yield Finding(last, "signature", f"the head is signed by {head['key']}, not by {key}")
    if seq > last:
        yield Finding(last, "signed", f"the record ends here, while a signed head knows line {seq}")
    elif sha256(lines[seq]) != head["sha256"]:
        yield Finding(seq, "signed", "this line is not the one whose hash was signed")


def _is_genuine(head: Data) -> bool:
    signed = {name: value for name, value in head.items() if name != "signature"}
    try:
        signature = bytes.fromhex(head["signature"])
    except ValueError:
        return False
    return is_signed(bytes.fromhex(head["key"]), canonical(signed), signature)
