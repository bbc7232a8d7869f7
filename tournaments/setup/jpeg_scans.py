"""Count the scans of a JPEG: a progressive one is decoded once a scan, however few bytes a scan has."""

import re
from collections.abc import Iterator

MOST_SCANS = 20  # encoders write 1 to 12
START, START_OF_SCAN, END = b"\xff\xd8", 0xDA, 0xD9
WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xDA)})
MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""A marker; within a scan, 0xFF is followed by a zero or a restart."""


def has_too_many_scans(data: bytes) -> bool:
    """Return whether this is a JPEG with more scans than any encoder writes; False for other files."""
    if not data.startswith(START):
        return False
    return sum(1 for kind in _markers(data) if kind == START_OF_SCAN) > MOST_SCANS


def _markers(data: bytes) -> Iterator[int]:
    """Yield the kinds of all markers to the end of the picture, in the order a decoder reads them."""
    at = 0
    while found := MARKER.search(data, at):
        kind, at = found[1][0], found.end()
        if kind == END:
            return
        yield kind
        if kind not in WITHOUT_LENGTH:
            at += int.from_bytes(data[at : at + 2], "big")
