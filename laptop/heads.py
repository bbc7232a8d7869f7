"""What is settled by the head of a request, before a byte of its body is read."""

import re
from collections.abc import Mapping
from copy import copy
from http import HTTPStatus
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.task import WSGITask

from laptop.answers import FromNobody, NotTaken, OwnAnswer
from laptop.request_head import refusal_of

FROM_STRANGERS = 256_000  # bytes; every route that takes more needs an account: `core.http.bodies`
COOKIES = ("sessionid=", "mesa=")  # of an account, and of a phone at a table (`phone_cookie`)
BARE_LF = re.compile(rb"(?<!\r)\n")


def account_of(headers: Mapping[str, str]) -> str:
    """Return the unverified credential of a request, as a key for its account; empty for a stranger."""
    cookies = headers.get("COOKIE", "")
    given = (cookies.partition(name)[2].partition(";")[0] for name in COOKIES)
    return headers.get("AUTHORIZATION", "") or next(filter(None, given), "")


class KnownFirst(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request; of a large one without an account no more is read than of any other."""

    command = "GET"  # of a request whose head was refused
    content_length: int
    chunked: bool
    completed: bool
    body_rcv: Any
    error: Any
    adj: Any

    def received(self, data: bytes) -> int:
        """Take in some bytes and return how many; refuse at once what could never be taken whole."""
        taken: int = super().received(data)
        if not self.completed and self._cannot_end():
            self.completed = True
        if self.error is not None and not isinstance(self.error, OwnAnswer):
            self.error = NotTaken(HTTPStatus(self.error.code))
        if self.error is not None:
            self.error.address(getattr(self, "path", ""), self.headers)
        return taken

    def _cannot_end(self) -> bool:
        if self.body_rcv is None:
            if BARE_LF.search(self.header_plus):
                self.error = NotTaken(HTTPStatus.BAD_REQUEST)
        elif self.chunked and self.body_rcv.chunk_remainder > self.adj.max_request_body_size:
            self.error = NotTaken(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return self.error is not None

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head, and refuse it if it is not in order or announces too much."""
        if status := refusal_of(header_plus):
            self._refuse(NotTaken(status))
            return
        try:
            super().parse_header(header_plus)
        except TransferEncodingNotImplemented:
            self._refuse(NotTaken(HTTPStatus.NOT_IMPLEMENTED))
        except (ParsingError, ValueError):
            self._refuse(NotTaken(HTTPStatus.BAD_REQUEST))
        else:
            self._bound()

    def _bound(self) -> None:
        if account_of(self.headers):
            return
        if self.chunked:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = FROM_STRANGERS
        elif self.content_length > FROM_STRANGERS:
            self._refuse(FromNobody(""))

    def _refuse(self, answer: OwnAnswer) -> None:
        self.error, self.body_rcv, self.content_length, self.chunked = answer, None, 0, False


class OpenTask(WSGITask):  # type: ignore[misc]  # as above
    """An answer without a body ends with its head, so its connection can stay open."""

    def set_close_on_finish(self) -> None:
        """Close the connection afterwards; waitress does it whenever no length is said."""
        if self.has_body or self.version == "1.0" or self.request.connection_close:
            super().set_close_on_finish()


class HeadFirstChannel(HTTPChannel):  # type: ignore[misc]  # as above
    """A connection whose requests are read so."""

    parser_class = KnownFirst
    task_class = OpenTask
