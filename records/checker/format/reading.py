"""Reading a record file: lines of JSON objects in UTF-8, or `Unreadable`.

Nothing in a file may make the reader fail in another way or use unbounded memory: sizes and depth are
limited before anything is built on them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

LONGEST_LINE = 8 * 2**20
"""Bytes; the draw of 4,096 entries takes about 2 MiB."""

LARGEST_FILE = 256 * 2**20
DEEPEST = 16
BOM = b"\xef\xbb\xbf"


class Unreadable(Exception):
    """The file is no record at all; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Raw:
    """One line as it stands in the file: its bytes without the LF, and what they mean."""

    seq: int
    data: bytes
    value: dict[str, Any]
    ended: bool = True


def read(path: Path) -> Iterator[Raw]:
    """Every line of the file, numbered by position. Raises `Unreadable`."""
    try:
        if not path.is_file():
            raise Unreadable("not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"larger than {LARGEST_FILE} bytes")
        with path.open("rb") as file:
            yield from _lines(file)
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot be read: {type(error).__name__}") from None


def parse(data: bytes, name: str) -> object:
    """The JSON value of some bytes. Raises `Unreadable`, naming the place `name`."""
    try:
        value = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unreadable(f"{name}: not UTF-8") from None
    except (ValueError, RecursionError):
        raise Unreadable(f"{name}: not JSON that can be read") from None
    if data.count(b"[") + data.count(b"{") > DEEPEST and _depth(value) > DEEPEST:
        raise Unreadable(f"{name}: nested deeper than {DEEPEST}")
    return value


def _lines(file: BinaryIO) -> Iterator[Raw]:
    seq = 0
    while data := file.readline(LONGEST_LINE + 1):
        if len(data) > LONGEST_LINE:
            raise Unreadable(f"line {seq}: longer than {LONGEST_LINE} bytes")
        yield _raw(seq, data)
        seq += 1
    if seq == 0:
        raise Unreadable("empty")


def _raw(seq: int, data: bytes) -> Raw:
    body = data.removesuffix(b"\n")
    value = parse(body.removeprefix(BOM) if seq == 0 else body, f"line {seq}")
    if not isinstance(value, dict):
        raise Unreadable(f"line {seq}: not a JSON object")
    return Raw(seq, body, value, ended=data.endswith(b"\n"))


def _depth(value: object) -> int:
    """How deeply lists and objects are nested; looks no deeper than it must."""
    level: list[object] = [value]
    depth = 0
    while level and depth <= DEEPEST:
        inside = [_children(item) for item in level]
        level = [child for children in inside for child in children]
        depth += any(inside)
    return depth


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
