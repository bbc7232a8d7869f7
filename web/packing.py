"""A page packed for one reader, of which what everybody shares was compressed once before. Pure.

It is one member of gzip with one stream of deflate in it: after a full flush nothing points back to what came
before, so that bytes which were compressed by themselves may follow.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

BEST, QUICK = 6, 3  # for what is used again, and for what is thrown away: half the time, an eighth more bytes
SIZE = 32_768  # bytes of a piece: as far as deflate looks back
HEAD = 100  # bytes of a piece by which its place is looked for
RAW = -zlib.MAX_WBITS
BEGIN = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"  # a gzip with a name, of no time and no system
WORD = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes that are on many pages, and what they look like in a stream."""

    content: bytes
    packed: bytes

    @classmethod
    def of(cls, content: bytes) -> Self:
        """Compressed by itself, with an end at which others may go on."""
        packer = zlib.compressobj(BEST, zlib.DEFLATED, RAW)
        return cls(content, packer.compress(content) + packer.flush(zlib.Z_FULL_FLUSH))

    def place_in(self, content: bytes, begin: int) -> int:
        """Where it stands from there on; negative where it does not."""
        at = begin
        while at >= 0 and not content.startswith(self.content, at):
            at = content.find(self.content[:HEAD], at + 1)
        return at


def pieces_of(content: bytes) -> tuple[Piece, ...]:
    """All of it: where a reader's page changes something, only the piece around that is of no use."""
    return tuple(Piece.of(content[at : at + SIZE]) for at in range(0, len(content), SIZE))


def packed(content: bytes, pieces: Sequence[Piece], name: bytes) -> bytes:
    """The content as a gzip that bears this name, made from those of the pieces, in order, that it has."""
    size, crc = len(content) & WORD, zlib.crc32(content)
    end = crc.to_bytes(4, "little") + size.to_bytes(4, "little")
    return b"".join((BEGIN, name, b"\x00", *_stream(content, pieces), end))


def _stream(content: bytes, pieces: Sequence[Piece]) -> Iterator[bytes]:
    packer, done = zlib.compressobj(QUICK, zlib.DEFLATED, RAW), 0
    for piece in pieces:
        at = piece.place_in(content, done)
        if at < 0:
            continue
        if at > done:
            yield packer.compress(content[done:at]) + packer.flush(zlib.Z_FULL_FLUSH)
        yield piece.packed
        done = at + len(piece.content)
    yield packer.compress(content[done:]) + packer.flush()
