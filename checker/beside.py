"""Files beside a record: the texts whose hashes it holds, names of people, signed heads."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from checker.reading.findings import Finding, Unreadable
from checker.reading.lines import Data, Line, canonical, has_second_format, sha256
from checker.reading.terms import count, digest, many, maybe, record, text

HashText = Callable[[Any], str]
"""Returns the hash of a text, or of the JSON value that stands for one."""

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
KEY, SIGNATURE = 32, 64


class Point(NamedTuple):
    """A point of the curve Ed25519 in extended coordinates."""

    x: int
    y: int
    z: int
    t: int


ZERO = Point(0, 1, 1, 0)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` (64 bytes) is the Ed25519 signature of the message by this public key (32 bytes).

    False for a key, or a signature, of another length or off the curve.
    """
    if len(key) != KEY or len(signature) != SIGNATURE:
        return False
    commitment, scalar = signature[:KEY], int.from_bytes(signature[KEY:], "little")
    signer = _decode(key)
    if signer is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(commitment + key + message).digest(), "little") % ORDER
    minus_signer = Point(-signer.x % PRIME, signer.y, signer.z, -signer.t % PRIME)
    return _encode(_add(_multiply(scalar, BASE), _multiply(challenge, minus_signer))) == commitment


def _add(one: Point, other: Point) -> Point:
    """Return the sum of two points."""
    a = (one.y - one.x) * (other.y - other.x) % PRIME
    b = (one.y + one.x) * (other.y + other.x) % PRIME
    c = 2 * one.t * other.t * CURVE % PRIME
    d = 2 * one.z * other.z % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return Point(e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def _multiply(number: int, point: Point) -> Point:
    """Return a point added to itself so many times."""
    total = ZERO
    while number:
        if number & 1:
            total = _add(total, point)
        point, number = _add(point, point), number >> 1
    return total


def _encode(point: Point) -> bytes:
    """Return a point as 32 bytes: the 255 bits of y, and in the last one whether x is odd."""
    inverse = pow(point.z, -1, PRIME)
    x, y = point.x * inverse % PRIME, point.y * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(KEY, "little")


def _decode(raw: bytes) -> Point | None:
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


def _base_point() -> Point:
    """Return the base point of Ed25519, whose y is 4/5."""
    found = _decode((4 * pow(5, -1, PRIME) % PRIME).to_bytes(KEY, "little"))
    if found is None:
        raise ArithmeticError("the base point is on the curve")
    return found


BASE = _base_point()


NO_TERMS = ("format", "software", "name", "year", "title")
"""Terms of a tournament that are no part of its regulation."""


def _any_text(value: Any) -> bool:
    """Whether the value is a text, also an empty one."""
    return isinstance(value, str)


def _object_of(test: Any) -> Any:
    """Return the test for an object with any keys whose values all pass `test`."""
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


people_file = record(
    {"texts": _object_of(maybe(_any_text))},
    tournament=text,
    head=record(seq=count, sha256=digest),
    people=_object_of(maybe(_any_text)),
)
texts_file = record(
    tournament=text,
    editions=_object_of(maybe(_object_of(_any_text))),
    regulations=_object_of(maybe(_any_text)),
    types=_object_of(maybe(many(_any_text))),
)


def read_people(path: Path) -> Data:
    """Read a `.people.json` file: names by id, words of rulings, the record's head. Raise `Unreadable`."""
    return _read(path, people_file, ("tournament", "head", "people", "texts"))


def read_texts(path: Path) -> Data:
    """Read a `.texts.json` file: editions, regulations and types by their hash. Raise `Unreadable`."""
    return _read(path, texts_file, ("tournament", "editions", "regulations", "types"))


def _read(path: Path, test: Any, keys: Sequence[str]) -> Data:
    """Read a JSON file whose `keys` pass the test; other keys are allowed. Raise `Unreadable`."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not test({key: value[key] for key in keys if key in value}):
        raise Unreadable(f"{path.name}: not the file that stands beside a record")
    return value


# --- names --------------------------------------------------------------------------------------------


def find_missing_names(lines: Sequence[Line], people: Data | None) -> Iterator[Finding]:
    """Yield a finding for each person and ruling that the file of names lacks; nothing without a file."""
    if people is None:
        return
    seen = dict.fromkeys(person for line in lines for person in _people_of_line(line))
    for person in sorted(seen.keys() - people["people"].keys()):
        yield Finding(lines[-1].seq, "people", f"{person} is in the record and has no line there")
    for line in lines:
        if line.type == "ruling.noted" and line.data["text"] not in people.get("texts", {}):
            yield Finding(line.seq, "people", f"the words of {line.data['text']} are not there")


def _people_of_line(line: Line) -> Sequence[str]:
    """Return the people (codes) in a line of the staff, or whom an entry gets; () for all other lines."""
    if line.type in ("entry.added", "entry.changed"):
        return tuple(line.data.get("players", ()))
    return (line.data["person"],) if line.type.startswith("staff.") else ()


# --- texts --------------------------------------------------------------------------------------------


def find_missing_texts(lines: Sequence[Line], texts: Data | None) -> Iterator[Finding]:
    """Yield a finding for each hash that the file of texts lacks or contradicts; nothing without a file."""
    if texts is None:
        return
    setup: Data = {}
    for line in lines:
        if line.type in ("tournament.created", "tournament.changed"):
            setup = {**setup, **{key: value for key, value in line.data.items() if key != "reason"}}
            yield from _text_findings(
                "edition", line, line.data.get("rules"), texts["editions"], _hash_edition
            )
            yield from _text_findings(
                "type", line, line.data.get("definition"), texts["types"], _hash_type, "texts"
            )
        elif line.type == "regulation.confirmed":
            terms = _terms_of_regulation(setup, is_second_format=has_second_format(lines[0]))
            yield from _regulation_findings(line, terms, texts["regulations"])


def _text_findings(
    what: str, line: Line, said: Data | None, known: Data, hash_text: HashText, key: str = "sha256"
) -> Iterator[Finding]:
    """Yield a finding if the file lacks the text of a hash in the line, or has another one.

    `said`: the object with the hash at `key`, or None. `what`: the word for it in the finding.
    `known`: texts by hash. `hash_text` returns the hash of one.
    """
    if said:
        yield from _hash_findings(what, line, said[key], known, hash_text)


def _hash_findings(what: str, line: Line, wanted: str, known: Data, hash_text: HashText) -> Iterator[Finding]:
    """Yield a finding if the file lacks the hash, or if its text has another; none if the text is null."""
    if wanted not in known:
        yield Finding(line.seq, "texts", f"no {what} {wanted[:12]}… in the file of texts")
    elif known[wanted] is not None and hash_text(known[wanted]) != wanted:
        yield Finding(line.seq, "texts", f"the text of {what} {wanted[:12]}… has another hash")


def _hash_edition(chapters: Mapping[str, str]) -> str:
    """Return the SHA-256 of chapters by path: paths, lengths, bytes; the game's own before the common."""
    whole = b""
    for path in sorted(chapters, key=lambda path: (path.split("/")[1:2] == ["common"], path)):
        raw = chapters[path].encode()
        whole += f"{path}\n{len(raw)}\n".encode() + raw
    return sha256(whole)


def _hash_type(both: Sequence[str]) -> str:
    """Return the SHA-256 of the texts of a composed type, as definitions hold it."""
    return sha256(json.dumps(both, ensure_ascii=False).encode())


def _terms_of_regulation(setup: Data, *, is_second_format: bool) -> Data:
    """Return those terms of the tournament that the hash of its regulation covers."""
    terms = {key: value for key, value in setup.items() if key not in NO_TERMS}
    if not is_second_format and not terms.get("definition"):
        terms.pop("definition", None)  # the first format leaves it out instead of saying null
    if not terms.get("stages"):
        terms.pop("stages", None)  # taken back: as if there never were any
    return terms


def _regulation_findings(line: Line, terms: Data, known: Data) -> Iterator[Finding]:
    """Yield a finding if the confirmed version is not the hash of terms and special rules.

    `known`: special rules by version; a finding if it lacks the version, none if its text is null.
    """
    wanted = line.data["version"]
    yield from _hash_findings(
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
    """Read a signed head from its file, without verifying it. Raise `Unreadable`."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not signed_head(value) or value["format"] != FORMAT:
        raise Unreadable(f"{path.name}: no signed head ({FORMAT})")
    return value


def signed_head_findings(content: bytes, head: Data, key: str | None) -> Iterator[Finding]:
    """Yield findings of a signed head that is false, or contradicts the record.

    The record may have more lines than the head knows.
    `key`: the site's public key as known from outside; None if it is not known.
    """
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
    """Whether the head was signed by the key that it names."""
    signed = {name: value for name, value in head.items() if name != "signature"}
    try:
        signature = bytes.fromhex(head["signature"])
    except ValueError:
        return False
    return is_signed(bytes.fromhex(head["key"]), canonical(signed), signature)
