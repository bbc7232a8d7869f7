"""Long answers sent as they are read."""

from collections.abc import Iterator
from itertools import islice

from django.http import StreamingHttpResponse

LINES_A_BLOCK = 500


def streamed(lines: Iterator[str], *, name: str, content_type: str) -> StreamingHttpResponse:
    """A download called `name`; the lines are read in blocks while they are sent."""
    response = StreamingHttpResponse(_blocks(lines), content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    while block := "".join(islice(lines, LINES_A_BLOCK)):
        yield block
