"""How much a request may bring, settled before anything reads it.

`BodyLimit` stands around the whole application, in `config/wsgi.py`, so that no form can be unpacked and no
file written before the size is known. What announces more is not read; what announces nothing is counted
while it comes, and cut. The refusal itself is a page or JSON like any other: the application is called
without the body, and `config.doorstep` answers 413. What a proxy lets through and no code has read is read
after the answer was made, and forgotten: a server closes a connection that bears half a request, and a proxy
has given it to another client by then.
"""

import io
from collections.abc import Iterable, Mapping
from contextlib import suppress
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from django.core.handlers.wsgi import get_path_info
from django.urls import Resolver404, resolve

from core.text import number_in

USUAL = 64_000
TEXTS = 256_000  # 20,000 characters that a form writes in 12 bytes each, the most that a page of ours takes
LARGEST = 2_500_000  # a list of entries, or a picture: tournaments.uploads, tournaments.setup.picture_file
ROUTES: Mapping[str, int] = {
    "entries_import": LARGEST,
    "api_entries_import": LARGEST,
    "picture_give": LARGEST,
    "announcement": TEXTS,
    "api_announcement": TEXTS,
    "tournament_new": TEXTS,
    "tournament_edit": TEXTS,
    "api_tournaments": TEXTS,
    "api_tournament": TEXTS,
    "type_new": TEXTS,
    "type_preview": TEXTS,
    "type_edit": TEXTS,
    "api_types": TEXTS,
    "api_type": TEXTS,
}
"""The names of the routes that take more than is usual, and the bytes that they take."""

TOO_LARGE = "chama.body_too_large"
"""Stands in the environment (`META`) of a request without its body: the bytes that it might have had."""

PIECE = 65_536
DROPPED = (
    3 * 1024**2
)  # what the proxy of docs/operating lets through; no server of ours drops more than PIECE


class BodyLimit:
    """The application, for requests whose body is within the limit of their route only."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer once the rest of a body that a proxy let through is read."""
        body, announced = environ["wsgi.input"], _announced(environ)
        answer = self._answer(environ, start_response, announced)
        if PIECE < announced <= DROPPED:
            _drop(body, announced)
        return answer

    def _answer(
        self, environ: WSGIEnvironment, start_response: StartResponse, announced: int
    ) -> Iterable[bytes]:
        """Pass on what fits, and of what does not only that it came."""
        if announced <= USUAL and not _comes_in_chunks(environ):
            return self.application(environ, start_response)
        most = most_at(get_path_info(environ))
        if announced <= most and (not _comes_in_chunks(environ) or _is_gathered(environ, most)):
            return self.application(environ, start_response)
        bare = {**environ, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0", TOO_LARGE: most}
        return self.application(bare, start_response)


def _drop(body: InputStream, most: int) -> None:
    """Read to the end, at most so many bytes; who sends no more has hung up."""
    with suppress(OSError):
        while most > 0 and (piece := body.read(min(PIECE, most))):
            most -= len(piece)


def most_at(path: str) -> int:
    """How many bytes a request to this address may bring."""
    try:
        return ROUTES.get(resolve(path).view_name, USUAL)
    except Resolver404:
        return USUAL


def _announced(environ: WSGIEnvironment) -> int:
    """The bytes to come by `Content-Length`; 0 without one, as Django has it."""
    return number_in(str(environ.get("CONTENT_LENGTH") or "")[:20], 20) or 0


def _comes_in_chunks(environ: WSGIEnvironment) -> bool:
    """Whether the body says nothing of its length, and the server knows where it ends."""
    return bool(environ.get("HTTP_TRANSFER_ENCODING") and environ.get("wsgi.input_terminated"))


def _is_gathered(environ: WSGIEnvironment, most: int) -> bool:
    """Read a body of unknown length, so that it has one; False once it is longer than `most`."""
    pieces, taken = [], 0
    while piece := environ["wsgi.input"].read(PIECE):
        pieces.append(piece)
        taken += len(piece)
        if taken > most:
            return False
    del environ["HTTP_TRANSFER_ENCODING"]
    environ |= {"wsgi.input": io.BytesIO(b"".join(pieces)), "CONTENT_LENGTH": str(taken)}
    return True
