"""Which heads of requests this server takes (RFC 9110, RFC 9112). Everything else is refused by a status."""

import re
from collections.abc import Iterable
from http import HTTPStatus

TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
LINE = re.compile(rb"(%b) ([\x21-\x7e]+) HTTP/([0-9]\.[0-9])" % TOKEN)
TARGET = re.compile(rb"/.*|https?://.+|\*")
FIELD = re.compile(rb"(%b):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*" % TOKEN)
HOST = re.compile(rb"(?:[a-z0-9.-]+|\[[a-f0-9]*:[a-f0-9.:]+\])(?::[0-9]+)?", re.IGNORECASE)
METHODS = {b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS"}
VERSIONS = {b"1.0", b"1.1"}
MOST_DIGITS = 18  # of a length


def refusal_of(head: bytes) -> HTTPStatus | None:
    """Return the status that refuses this head, as it came up to its empty line; None if it is in order."""
    line, *lines = head.rstrip(b"\r\n").split(b"\r\n")
    found = LINE.fullmatch(line)
    if found is None:
        return HTTPStatus.BAD_REQUEST
    return _of_line(*found.groups()) or _of_fields(lines, found[3])


def _of_line(method: bytes, target: bytes, version: bytes) -> HTTPStatus | None:
    if version not in VERSIONS:
        return HTTPStatus.HTTP_VERSION_NOT_SUPPORTED
    if method not in METHODS:
        return HTTPStatus.NOT_IMPLEMENTED
    return None if TARGET.fullmatch(target) else HTTPStatus.BAD_REQUEST


def _of_fields(lines: Iterable[bytes], version: bytes) -> HTTPStatus | None:
    """A folded line, and one with a blank before its colon, is no field."""
    values: dict[bytes, list[bytes]] = {b"host": [], b"content-length": [], b"transfer-encoding": []}
    for line in lines:
        found = FIELD.fullmatch(line)
        if found is None:
            return HTTPStatus.BAD_REQUEST
        values.setdefault(found[1].lower(), []).append(found[2])
    return _of_host(values[b"host"], version) or _of_length(
        values[b"content-length"], values[b"transfer-encoding"], version
    )


def _of_host(hosts: list[bytes], version: bytes) -> HTTPStatus | None:
    is_one = len(hosts) == 1 or (not hosts and version == b"1.0")
    return None if is_one and all(map(HOST.fullmatch, hosts)) else HTTPStatus.BAD_REQUEST


def _of_length(lengths: list[bytes], codings: list[bytes], version: bytes) -> HTTPStatus | None:
    """How long a body is has to be said once, else another server might see two requests here."""
    if len(lengths) + len(codings) > 1 or (codings and version == b"1.0"):
        return HTTPStatus.BAD_REQUEST
    if codings and codings[0].lower() != b"chunked":
        return HTTPStatus.NOT_IMPLEMENTED
    if lengths and not lengths[0].isdigit():
        return HTTPStatus.BAD_REQUEST
    is_huge = bool(lengths) and len(lengths[0]) > MOST_DIGITS
    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if is_huge else None
