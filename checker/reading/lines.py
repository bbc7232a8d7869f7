"""Reading a record: bytes, canonical form, numbers, hash chain."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.reading.findings import Finding, Head, Unreadable
from checker.reading.words import FORMATS

Data = dict[str, Any]

NOTHING = "0" * 64
LONGEST_LINE, LARGEST_FILE, DEEPEST = 8 * 2**20, 256 * 2**20, 16
"""Limits of a reader: bytes of a line, bytes of a file, depth of objects and lists."""
KEYS = {"seq", "prev", "at", "by", "type", "data"}


@dataclass(frozen=True)
class Line:
    """One line of the record."""

    seq: int
    prev: str
    at: str
    by: str
    type: str
    data: Data

    @property
    def role(self) -> str:
        """`organizer`, `coordinator`, `judge`, `player` or `system`."""
        return self.by.partition(":")[0]

    @property
    def person(self) -> str:
        """The id behind the role; empty for the system."""
        return self.by.partition(":")[2]


def content_of(path: Path) -> bytes:
    """Read the bytes of a record file. Raise `Unreadable` if it is none, too large, or cannot be read."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"not a file of at most {LARGEST_FILE} bytes")
        return path.read_bytes()
    except (OSError, ValueError) as problem:
        raise Unreadable(f"cannot be read: {type(problem).__name__}") from problem


def read(content: bytes, heads: Sequence[Head] = ()) -> tuple[list[Line], list[Finding]]:
    """Return the lines of a record, and the findings about their bytes, numbers, chain and end.

    `heads`: its last line as known from outside. Raise `Unreadable` for bytes that are no record at all.
    """
    raws = _split(content)
    lines = [_parse_line(raw, place) for place, raw in enumerate(raws)]
    _require_format(lines[0])
    findings = [*_check_form(content, raws, lines), *_check_chain(raws, lines)]
    for head in heads:
        findings += _check_head(raws[-1], lines[-1], head)
    return lines, findings


def canonical(value: object) -> bytes:
    """Return the one form of a JSON value in a record, as bytes: sorted keys, no blanks, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")  # half a sign has bytes, though no record has them


def sha256(raw: bytes) -> str:
    """Return the SHA-256 in hexadecimal; give a line without its line feed."""
    return hashlib.sha256(raw).hexdigest()


def has_second_format(first: Line) -> bool:
    """Whether the record that begins with this line is not in the first format; also if none is named."""
    return bool(first.data.get("format") != FORMATS[0])


def _split(content: bytes) -> list[bytes]:
    """Return the lines as bytes without line feeds. Raise `Unreadable` for an empty file."""
    raws = content.removesuffix(b"\n").split(b"\n")
    if raws == [b""]:
        raise Unreadable("the file is empty")
    return raws


def _parse_line(raw: bytes, place: int) -> Line:
    """Parse a line; `place` counts from 0.

    Raise `Unreadable` if it is too long, too deep or no record line.
    """
    if len(raw) > LONGEST_LINE:
        raise Unreadable(f"line {place}: longer than {LONGEST_LINE} bytes")
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"line {place}: {problem}") from problem
    if raw.count(b"[") + raw.count(b"{") > DEEPEST and _is_too_deep(value):
        raise Unreadable(f"line {place}: nested deeper than {DEEPEST}")
    if not isinstance(value, dict) or set(value) != KEYS or not _is_typed(value):
        raise Unreadable(f"line {place}: not the six keys of a record's line")
    return Line(**value)


def _is_too_deep(value: object) -> bool:
    """Whether objects and lists are nested deeper than `DEEPEST`."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [child for item in level for child in _children(item)]
    return bool(level)


def _children(value: object) -> list[Any]:
    """Return the values within an object or a list, none for any other."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _refuse_constant(text: str) -> object:
    """Raise `ValueError` for `NaN` and `Infinity`, which Python would read."""
    raise ValueError(f"{text} is no JSON")


def _is_typed(value: dict[str, Any]) -> bool:
    """Whether the six values of a line are texts, a number and an object, as they must be."""
    texts = all(isinstance(value[key], str) for key in ("prev", "at", "by", "type"))
    return texts and type(value["seq"]) is int and isinstance(value["data"], dict)


def _require_format(first: Line) -> None:
    """Raise `Unreadable` if the first line names a format that this checker does not know."""
    if first.data.get("format", FORMATS[0]) not in FORMATS:
        raise Unreadable(f"format {first.data['format']!r}, this checker reads {', '.join(FORMATS)}")


def _check_form(content: bytes, raws: list[bytes], lines: list[Line]) -> list[Finding]:
    """Return a finding for each line whose bytes are not canonical, and for a missing last line feed."""
    found = [
        Finding(line.seq, "canonical", "the bytes are not the canonical form of the line")
        for raw, line in zip(raws, lines, strict=True)
        if canonical(vars(line)) != raw
    ]
    if not content.endswith(b"\n"):
        found.append(Finding(lines[-1].seq, "canonical", "the file does not end with a line feed"))
    return found


def _check_chain(raws: list[bytes], lines: list[Line]) -> list[Finding]:
    """Return findings of wrong numbers (from 0) and of `prev` that is not the hash of the line before."""
    found = []
    before = NOTHING
    for place, (raw, line) in enumerate(zip(raws, lines, strict=True)):
        if line.seq != place:
            found.append(Finding(line.seq, "numbering", f"line {place} bears the number {line.seq}"))
        if line.prev != before:
            found.append(
                Finding(line.seq, "chain", f"prev is {line.prev[:12]}…, the line before has {before[:12]}…")
            )
        before = sha256(raw)
    return found


def _check_head(raw: bytes, last: Line, head: Head) -> list[Finding]:
    """Return a finding if the last line is not the one known from outside."""
    if (last.seq, sha256(raw)) == head:
        return []
    return [
        Finding(
            last.seq,
            "head",
            f"the record ends at {last.seq}:{sha256(raw)[:12]}…, not at {head.seq}:{head.sha256[:12]}…",
        )
    ]
