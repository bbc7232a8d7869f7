"""Responses that a browser saves as files."""

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

Named = TypeVar("Named", bound=HttpResponseBase)
LINES_A_BLOCK = 500


def download(content: bytes | str, *, name: str, content_type: str) -> HttpResponse:
    """Return a response that browsers save as a file called `name` (ASCII, no quotes)."""
    return set_filename(HttpResponse(content, content_type=content_type), name)


def stream_download(lines: Iterator[str], *, name: str, content_type: str) -> StreamingHttpResponse:
    """Return a response that browsers save as `name`; lines are read in blocks while they are sent."""
    return set_filename(StreamingHttpResponse(_blocks(lines), content_type=content_type), name)


def set_filename(response: Named, name: str) -> Named:
    """Set the header by which browsers save the response as `name` (ASCII, no quotes); return it."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines joined in blocks of 500: fewer and larger writes."""
    while block := "".join(islice(lines, LINES_A_BLOCK)):
        yield block
