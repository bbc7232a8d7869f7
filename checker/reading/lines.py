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
    """Read the bytes of a record file, or raise `Unreadable` if it is none or too large."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"not a file of at most {LARGEST_FILE} bytes")
        return path.read_bytes()
    except (OSError, ValueError) as problem:
        raise Unreadable(f"cannot be read: {type(problem).__name__}") from problem


def read(content: bytes, heads: Sequence[Head] = ()) -> tuple[list[Line], list[Finding]]:
    """The lines of a record, and what is wrong with their bytes, numbers and chain."""
    raws = _split(content)
    lines = [_line(raw, place) for place, raw in enumerate(raws)]
    _is_ours(lines[0])
    findings = [*_form(content, raws, lines), *_chain(raws, lines)]
    for head in heads:
        findings += _head(raws[-1], lines[-1], head)
    return lines, findings


def canonical(value: object) -> bytes:
    """Return the canonical bytes of a value in a record."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")  # half a sign has bytes, though no record has them


def sha256(raw: bytes) -> str:
    """Of a line without its LF."""
    return hashlib.sha256(raw).hexdigest()


def has_second_format(first: Line) -> bool:
    """Whether the record that begins with this line is in the second format."""
    return bool(first.data.get("format") != FORMATS[0])


def _split(content: bytes) -> list[bytes]:
    raws = content.removesuffix(b"\n").split(b"\n")
    if raws == [b""]:
        raise Unreadable("the file is empty")
    return raws


def _line(raw: bytes, place: int) -> Line:
    if len(raw) > LONGEST_LINE:
        raise Unreadable(f"line {place}: longer than {LONGEST_LINE} bytes")
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"line {place}: {problem}") from problem
    if raw.count(b"[") + raw.count(b"{") > DEEPEST and _is_too_deep(value):
        raise Unreadable(f"line {place}: nested deeper than {DEEPEST}")
    if not isinstance(value, dict) or set(value) != KEYS or not _is_typed(value):
        raise Unreadable(f"line {place}: not the six keys of a record's line")
    return Line(**value)


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [child for item in level for child in _inside(item)]
    return bool(level)


def _inside(value: object) -> list[Any]:
    """Return the values within an object or a list, none for any other."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no JSON")


def _is_typed(value: dict[str, Any]) -> bool:
    texts = all(isinstance(value[key], str) for key in ("prev", "at", "by", "type"))
    return texts and type(value["seq"]) is int and isinstance(value["data"], dict)


def _is_ours(first: Line) -> None:
    if first.data.get("format", FORMATS[0]) not in FORMATS:
        raise Unreadable(f"format {first.data['format']!r}, this checker reads {', '.join(FORMATS)}")


def _form(content: bytes, raws: list[bytes], lines: list[Line]) -> list[Finding]:
    found = [
        Finding(line.seq, "canonical", "the bytes are not the canonical form of the line")
        for raw, line in zip(raws, lines, strict=True)
        if canonical(vars(line)) != raw
    ]
    if not content.endswith(b"\n"):
        found.append(Finding(lines[-1].seq, "canonical", "the file does not end with a line feed"))
    return found


def _chain(raws: list[bytes], lines: list[Line]) -> list[Finding]:
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


def _head(raw: bytes, last: Line, head: Head) -> list[Finding]:
    if (last.seq, sha256(raw)) == head:
        return []
    return [
        Finding(
            last.seq,
            "head",
            f"the record ends at {last.seq}:{sha256(raw)[:12]}…, not at {head.seq}:{head.sha256[:12]}…",
        )
    ]
