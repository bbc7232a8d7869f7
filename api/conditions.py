"""Conditional requests: what the caller has seen, and whether anything is new since.

The version of everything about a tournament is the number of its record's latest line (`seq`), and of changed
names beside it: `ETag: "123"` or `"123.4"` on answers, `If-None-Match` for 304, `If-Match` to say what a
write was decided on.
"""

import re

from django.utils.http import parse_etags
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

from api.messages import sentence
from core.versions import Version

_SEEN = re.compile(r'"(\d{1,9})(?:\.\d{1,9})?"')
_KEY = re.compile(r"[\x21-\x7e]{1,80}")


def etag(version: Version | int) -> str:
    """The entity tag of a version."""
    return f'"{version}"'


def seen_in(request: Request) -> int | None:
    """The `seq` in `If-Match`; None without one or with `*`. 400 `if_match_malformed` otherwise."""
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        return None
    if match := _SEEN.fullmatch(header):
        return int(match[1])
    raise malformed("If-Match", "if_match_malformed")


def key_in(request: Request) -> str:
    """The `Idempotency-Key`, empty without one. 400 `idempotency_key_malformed` for a bad one."""
    header = request.headers.get("Idempotency-Key")
    if header is None or _KEY.fullmatch(header):
        return header or ""
    raise malformed("Idempotency-Key", "idempotency_key_malformed")


def is_known(request: Request, version: Version | int) -> bool:
    """Whether `If-None-Match` names this version, so that 304 is the answer."""
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return etag(version) in (tag.removeprefix("W/") for tag in given)


def malformed(header: str, code: str) -> ValidationError:
    """400 for a header that cannot be read."""
    return ValidationError({header: [ErrorDetail(sentence(code, {}), code)]})
