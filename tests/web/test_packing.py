"""What was compressed before stands in a page's one stream, whatever else is around it."""

import gzip
import random
import zlib

import pytest

from web.packing import SIZE, Piece, packed, pieces_of

SHARED = b"".join(b'<tr data-line="%d"><td>%d</td></tr>\n' % (row, row * row) for row in range(4_000))
WAYS = {
    "whole": b"<html>" + SHARED + b"</html>",
    "alone": SHARED,
    "twice": SHARED + b"-" + SHARED,
    "begins and breaks off": SHARED[:500] + b"<html>" + SHARED[:-1],
    "changed at its beginning": b"<html>x" + SHARED[1:],
    "changed in its middle": SHARED.replace(b'"2000">', b'"2000" class="is-me">'),
    "changed at its end": SHARED[:-1] + b"x",
    "nowhere": b"<html></html>" * 400,
    "empty": b"",
}


@pytest.mark.parametrize("way", WAYS)
def test_every_page_is_what_it_was(way: str) -> None:
    got = packed(WAYS[way], pieces_of(SHARED), b"aaa")
    assert gzip.decompress(got) == WAYS[way]
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert (stream.decompress(got), stream.eof, stream.unused_data) == (WAYS[way], True, b"")


def test_pages_by_chance_are_what_they_were() -> None:
    rng = random.Random(81)
    for _ in range(60):
        words = [rng.choice((b"<td>", b"</td>", b"a", b"\n", b"1")) * rng.randint(1, 9) for _ in range(3_000)]
        content = b"".join(words)
        cuts = sorted(rng.randrange(len(content)) for _ in range(6))
        pieces = [Piece.of(content[one:other]) for one, other in zip(cuts[::2], cuts[1::2], strict=True)]
        assert gzip.decompress(packed(content, pieces, b"")) == content


def test_what_was_compressed_before_is_not_compressed_again() -> None:
    pieces = pieces_of(SHARED)
    assert len(pieces) == -(-len(SHARED) // SIZE) > 3
    got = packed(WAYS["changed in its middle"], pieces, b"")
    assert [piece.packed in got for piece in pieces].count(False) == 1
    assert all(piece.packed in packed(WAYS["whole"], pieces, b"") for piece in pieces)
