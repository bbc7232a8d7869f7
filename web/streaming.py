"""Long answers sent as they are read, under WSGI and ASGI alike."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

LINES_A_BLOCK = 500


def streamed(
    request: HttpRequest, lines: Iterator[str], *, name: str, content_type: str
) -> StreamingHttpResponse:
    """A download called `name`; the lines are read in blocks while they are sent."""
    blocks = _blocks(lines)
    content = _awaited(blocks) if isinstance(request, ASGIRequest) else blocks
    response = StreamingHttpResponse(content, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    while block := "".join(islice(lines, LINES_A_BLOCK)):
        yield block


async def _awaited(blocks: Iterator[str]) -> AsyncIterator[str]:
    next_block = sync_to_async(lambda: next(blocks, ""))
    while block := await next_block():
        yield block
