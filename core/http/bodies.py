"""Limits on the size of request bodies, checked before any code reads them.

`BodyLimit` wraps the whole application in `config/wsgi.py`, so no form is parsed and no file written before
the size is known. A body that announces more is not read; one that announces nothing is counted while it
comes, and cut. The application is then called without the body, and `config.request_guard` answers 413 as a
page or as JSON.

A body that the proxy let through and no code read is read and dropped after the response. Otherwise the
server would close a connection that the proxy has already given to another client.
"""

import io
from collections.abc import Iterable, Mapping
from contextlib import suppress
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from django.core.handlers.wsgi import get_path_info
from django.urls import Resolver404, resolve

from core.text import number_in

USUAL = 64_000
TEXTS = 256_000  # 20,000 characters at 12 bytes each in a form, the longest text that a page accepts
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
"""Route names with a larger limit, and that limit in bytes."""

TOO_LARGE = "chama.body_too_large"
"""Key in the environment (`META`) of a request whose body was dropped: the limit in bytes."""

PIECE = 65_536
DROPPED = 3 * 1024**2  # what the proxy of docs/operating lets through; our own servers drop at most PIECE


class BodyLimit:
    """The application, called without the body if that is larger than the limit of its route."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Return the application's response.

        Before that, read and drop what is left of a body that announces more than 64 KiB and at most 3 MiB.
        """
        body, announced = environ["wsgi.input"], _announced_bytes(environ)
        answer = self._call_application(environ, start_response, announced)
        if PIECE < announced <= DROPPED:
            _drop(body, announced)
        return answer

    def _call_application(
        self, environ: WSGIEnvironment, start_response: StartResponse, announced: int
    ) -> Iterable[bytes]:
        """Call the application; if the body is too large, call it without one and with `TOO_LARGE` set."""
        if announced <= USUAL and not _comes_in_chunks(environ):
            return self.application(environ, start_response)
        most = max_body_bytes(get_path_info(environ))
        if announced <= most and (not _comes_in_chunks(environ) or _buffer_chunks(environ, most)):
            return self.application(environ, start_response)
        bare = {**environ, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0", TOO_LARGE: most}
        return self.application(bare, start_response)


def _drop(body: InputStream, most: int) -> None:
    """Read and drop at most `most` bytes; stop if the client hangs up."""
    with suppress(OSError):
        while most > 0 and (piece := body.read(min(PIECE, most))):
            most -= len(piece)


def max_body_bytes(path: str) -> int:
    """Return the largest body that a request to this path may have, in bytes; `USUAL` for an unknown path."""
    try:
        return ROUTES.get(resolve(path).view_name, USUAL)
    except Resolver404:
        return USUAL


def _announced_bytes(environ: WSGIEnvironment) -> int:
    """Return the bytes announced by `Content-Length`; 0 without a valid one, as in Django."""
    return number_in(str(environ.get("CONTENT_LENGTH") or "")[:20], 20) or 0


def _comes_in_chunks(environ: WSGIEnvironment) -> bool:
    """Return whether the body comes in chunks, without a length, and reading it ends where it ends."""
    return bool(environ.get("HTTP_TRANSFER_ENCODING") and environ.get("wsgi.input_terminated"))


def _buffer_chunks(environ: WSGIEnvironment, most: int) -> bool:
    """Read a chunked body and put it into `environ` with its length; False if it is over `most` bytes."""
    pieces, taken = [], 0
    while piece := environ["wsgi.input"].read(PIECE):
        pieces.append(piece)
        taken += len(piece)
        if taken > most:
            return False
    del environ["HTTP_TRANSFER_ENCODING"]
    environ |= {"wsgi.input": io.BytesIO(b"".join(pieces)), "CONTENT_LENGTH": str(taken)}
    return True
