"""What is settled by the head of a request, before a byte of its body is read."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from core.precedence import account_in
from laptop.answers import FromNobody

FROM_STRANGERS = 256_000  # bytes; every route that takes more needs an account: `core.http.bodies`


def account_of(headers: Mapping[str, str]) -> str:
    """What a request signs in with, whether or not that is right; nothing for a stranger."""
    return account_in(headers.get("COOKIE", ""), headers.get("AUTHORIZATION", ""))


class KnownFirst(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request; of a large one without an account no more is read than of any other."""

    content_length: int
    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        """As ever, then the refusal."""
        super().parse_header(header_plus)
        if account_of(self.headers):
            return
        if self.chunked:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = FROM_STRANGERS
        elif self.content_length > FROM_STRANGERS:
            self.error, self.body_rcv, self.content_length = FromNobody(""), None, 0


class HeadFirstChannel(HTTPChannel):  # type: ignore[misc]  # as above
    """A connection whose requests are read so."""

    parser_class = KnownFirst
