"""Kinds of faults in the bytes, the numbers and the chain: these are not hashed again.

Each function of `KINDS` returns the bytes of the record with the fault that its docstring names.
"""

from collections.abc import Callable
from random import Random

from tools.endorsement.mutate.records import chain_lines, parse_lines

ByteChange = Callable[[bytes, Random], bytes]


def _lines(record: bytes) -> list[bytes]:
    return record.splitlines(keepends=True)


def byte_changed(record: bytes, rng: Random) -> bytes:
    """One digit of one line, not the last."""
    lines = _lines(record)
    place = rng.randrange(1, len(lines) - 1)
    lines[place] = lines[place].replace(b'"at":"2', b'"at":"3', 1)
    return b"".join(lines)


def line_dropped(record: bytes, rng: Random) -> bytes:
    """One line, not the last."""
    lines = _lines(record)
    lines.pop(rng.randrange(1, len(lines) - 1))
    return b"".join(lines)


def lines_exchanged(record: bytes, rng: Random) -> bytes:
    """Two neighbours change places."""
    lines = _lines(record)
    place = rng.randrange(1, len(lines) - 1)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return b"".join(lines)


def line_repeated(record: bytes, rng: Random) -> bytes:
    """One line is there twice."""
    lines = _lines(record)
    place = rng.randrange(1, len(lines))
    return b"".join([*lines[: place + 1], *lines[place:]])


def tail_cut(record: bytes, rng: Random) -> bytes:
    """The end is missing: only the head that was kept outside can tell."""
    lines = _lines(record)
    return b"".join(lines[: rng.randrange(1, len(lines))])


def tail_rewritten(record: bytes, rng: Random) -> bytes:
    """The last line changed, its own hash is in no other."""
    lines = _lines(record)
    lines[-1] = lines[-1].replace(b'"at":"2', b'"at":"3', 1)
    return b"".join(lines)


def not_canonical(record: bytes, rng: Random) -> bytes:
    """A blank more, and the chain right again."""
    lines = _lines(record)
    lines[-1] = lines[-1].replace(b'":', b'": ', 1)
    return b"".join(lines)


def number_skipped(record: bytes, rng: Random) -> bytes:
    """Numbers with a gap, and the chain right again."""
    bodies = parse_lines(record)
    place = rng.randrange(1, len(bodies))
    for body in bodies[place:]:
        body["seq"] += 1
    return chain_lines(bodies, renumber=False)


def no_line_feed(record: bytes, rng: Random) -> bytes:
    """The last line feed is missing."""
    return record.removesuffix(b"\n")


KINDS: tuple[ByteChange, ...] = (
    byte_changed, line_dropped, lines_exchanged, line_repeated, tail_cut, tail_rewritten,
    not_canonical, number_skipped, no_line_feed,
)  # fmt: skip
