"""Refusals by the head of a request (RFC 9110, RFC 9112), before any byte of its body is read."""

import re
from collections.abc import Iterable, Mapping
from copy import copy
from http import HTTPStatus
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.task import WSGITask

from laptop.answers import AnonymousUpload, RequestRefusal, ServerAnswer

TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
LINE = re.compile(rb"(%b) ([\x21-\x7e]+) HTTP/([0-9]\.[0-9])" % TOKEN)
TARGET = re.compile(rb"/.*|https?://.+|\*")
FIELD = re.compile(rb"(%b):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*" % TOKEN)
HOST = re.compile(rb"(?:[a-z0-9.-]+|\[[a-f0-9]*:[a-f0-9.:]+\])(?::[0-9]+)?", re.IGNORECASE)
METHODS = {b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS"}
VERSIONS = {b"1.0", b"1.1"}
MAX_DIGITS = 18  # of a length


def refusal_of(head: bytes) -> HTTPStatus | None:
    """Return the HTTP status that refuses this head (request line and headers); None if it is valid."""
    line, *lines = head.rstrip(b"\r\n").split(b"\r\n")
    found = LINE.fullmatch(line)
    if found is None:
        return HTTPStatus.BAD_REQUEST
    return _refusal_of_line(*found.groups()) or _refusal_of_fields(lines, found[3])


def _refusal_of_line(method: bytes, target: bytes, version: bytes) -> HTTPStatus | None:
    """Return the status that refuses the parts of a request line; None if they are valid."""
    if version not in VERSIONS:
        return HTTPStatus.HTTP_VERSION_NOT_SUPPORTED
    if method not in METHODS:
        return HTTPStatus.NOT_IMPLEMENTED
    return None if TARGET.fullmatch(target) else HTTPStatus.BAD_REQUEST


def _refusal_of_fields(lines: Iterable[bytes], version: bytes) -> HTTPStatus | None:
    """Return the status that refuses the header fields; None if they are valid.

    A folded line, or a blank before the colon, is invalid.
    """
    values: dict[bytes, list[bytes]] = {b"host": [], b"content-length": [], b"transfer-encoding": []}
    for line in lines:
        found = FIELD.fullmatch(line)
        if found is None:
            return HTTPStatus.BAD_REQUEST
        values.setdefault(found[1].lower(), []).append(found[2])
    return _refusal_of_host(values[b"host"], version) or _refusal_of_length(
        values[b"content-length"], values[b"transfer-encoding"], version
    )


def _refusal_of_host(hosts: list[bytes], version: bytes) -> HTTPStatus | None:
    """Return the status that refuses the values of `Host`; None if there is one, or none in HTTP 1.0."""
    is_one = len(hosts) == 1 or (not hosts and version == b"1.0")
    return None if is_one and all(map(HOST.fullmatch, hosts)) else HTTPStatus.BAD_REQUEST


def _refusal_of_length(lengths: list[bytes], codings: list[bytes], version: bytes) -> HTTPStatus | None:
    """Return the status that refuses the stated length of the body; None if it is valid.

    A length that is stated twice is refused, since another server might see two requests.
    """
    if len(lengths) + len(codings) > 1 or (codings and version == b"1.0"):
        return HTTPStatus.BAD_REQUEST
    if codings and codings[0].lower() != b"chunked":
        return HTTPStatus.NOT_IMPLEMENTED
    if lengths and not lengths[0].isdigit():
        return HTTPStatus.BAD_REQUEST
    is_huge = bool(lengths) and len(lengths[0]) > MAX_DIGITS
    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if is_huge else None


FROM_STRANGERS = 256_000  # bytes; every route that takes more needs an account: `core.http.bodies`
COOKIES = (
    "sessionid=",
    "mesa=",
)  # names of an account's cookie, and of a phone's at a table (`PHONE_COOKIE`)
BARE_LF = re.compile(rb"(?<!\r)\n")


def account_of(headers: Mapping[str, str]) -> str:
    """Return the unverified credential of a request, as a key for its account; empty without one."""
    cookies = headers.get("COOKIE", "")
    given = (cookies.partition(name)[2].partition(";")[0] for name in COOKIES)
    return headers.get("AUTHORIZATION", "") or next(filter(None, given), "")


class HeadCheckingParser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """waitress's parser of one request, which refuses it by its head; the refusal is in `error`.

    Without an account the body may have at most `FROM_STRANGERS` bytes.
    """

    command = "GET"  # the default for a request whose head was refused
    content_length: int
    chunked: bool
    completed: bool
    body_rcv: Any
    error: Any
    adj: Any

    def received(self, data: bytes) -> int:
        """Parse some bytes and return how many; end a hopeless request with an error."""
        taken: int = super().received(data)
        if not self.completed and self._refuse_endless():
            self.completed = True
        if self.error is not None and not isinstance(self.error, ServerAnswer):
            self.error = RequestRefusal(HTTPStatus(self.error.code))
        if self.error is not None:
            self.error.set_request(getattr(self, "path", ""), self.headers)
        return taken

    def _refuse_endless(self) -> bool:
        """Set the error of a request whose head or chunk can never end well; return whether it has one."""
        if self.body_rcv is None:
            if BARE_LF.search(self.header_plus):
                self.error = RequestRefusal(HTTPStatus.BAD_REQUEST)
        elif self.chunked and self.body_rcv.chunk_remainder > self.adj.max_request_body_size:
            self.error = RequestRefusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return self.error is not None

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head; refuse it if it is invalid or announces a body that is too large."""
        if status := refusal_of(header_plus):
            self._refuse(RequestRefusal(status))
            return
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented:
            self._refuse(RequestRefusal(HTTPStatus.NOT_IMPLEMENTED))
        except (ParsingError, ValueError):
            self._refuse(RequestRefusal(HTTPStatus.BAD_REQUEST))
        else:
            self._limit_body()

    def _limit_body(self) -> None:
        """Without an account, refuse a body that is too large, or limit one whose length is unknown."""
        if account_of(self.headers):
            return
        if self.chunked:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = FROM_STRANGERS
        elif self.content_length > FROM_STRANGERS:
            self._refuse(AnonymousUpload(""))

    def _refuse(self, answer: ServerAnswer) -> None:
        """Set the error, and expect no body."""
        self.error, self.body_rcv, self.content_length, self.chunked = answer, None, 0, False


class KeepAliveTask(WSGITask):  # type: ignore[misc]  # as above
    """A WSGI task that keeps the connection open after a response without a body, such as each to `HEAD`."""

    @property
    def has_body(self) -> bool:
        """Return whether the response has a body; after one to `HEAD` the next response would be garbage."""
        return bool(self.request.command != "HEAD" and super().has_body)

    def get_environment(self) -> dict[str, object]:
        """Return the WSGI environment; for `HEAD` without the file wrapper, which would send the file."""
        environ: dict[str, object] = super().get_environment()
        if self.request.command == "HEAD":
            environ.pop("wsgi.file_wrapper", None)
        return environ

    def set_close_on_finish(self) -> None:
        """Close the connection after the response, but not merely because the response has no body."""
        if self.has_body or self.version == "1.0" or self.request.connection_close:
            super().set_close_on_finish()


class HeadFirstChannel(HTTPChannel):  # type: ignore[misc]  # as above
    """A connection that checks the head of its requests first."""

    parser_class = HeadCheckingParser
    task_class = KeepAliveTask
