"""Conditional requests: the version that the caller has seen, and whether it has changed since.

The version of a tournament is the number of its record's latest line (`seq`), with the count of changed
names. An `ETag` begins with it and ends with a hash that distinguishes this representation from all others of
that version, language and reader included: `"123-5f0c…"` or `"123.4-5f0c…"`. `If-None-Match` compares all of
it for 304; `If-Match` names the version that a write was based on, and the number is enough.
"""

import re
from hashlib import blake2b

from django.utils.http import parse_etags
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

from api.messages import detail_for
from core.versions import Version

ANY = "*"
DIGEST = 8  # bytes
_SEEN = re.compile(r'"(\d{1,9})(?:\.\d{1,9})?(?:-[0-9a-f]{1,32})?"')
_KEY = re.compile(r"[\x21-\x7e]{1,80}")


def etag(version: Version | int, hashed: bytes) -> str:
    """Return the strong `ETag` in quotes: the version, `-`, and a hash of `hashed`.

    `hashed` is the body, or all that the body depends on beside the version.
    """
    return f'"{version}-{blake2b(hashed, digest_size=DIGEST).hexdigest()}"'


def expected_seq(request: Request) -> int | None:
    """Return the record's number in `If-Match`, which the caller has seen; None without one or for `*`.

    Raise `ValidationError` (400) `if_match_malformed`.
    """
    header = request.headers.get("If-Match", ANY).strip()
    if header == ANY:
        return None
    if match := _SEEN.fullmatch(header):
        return int(match[1])
    raise malformed_header("If-Match", "if_match_malformed")


def idempotency_key_in(request: Request) -> str:
    """Return the `Idempotency-Key`, "" without one. Raise `ValidationError` `idempotency_key_malformed`."""
    header = request.headers.get("Idempotency-Key")
    if header is None or _KEY.fullmatch(header):
        return header or ""
    raise malformed_header("Idempotency-Key", "idempotency_key_malformed")


def is_conditional(request: Request) -> bool:
    """Return whether the write has an `If-Match` that names a version, and not `*`."""
    return request.headers.get("If-Match", ANY).strip() != ANY


def is_known(request: Request, tag: str) -> bool:
    """Return whether `If-None-Match` names this representation, so that the response is 304."""
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return tag in (known.removeprefix("W/") for known in given)


def malformed_header(header: str, code: str) -> ValidationError:
    """Return, and do not raise, the 400 error for a malformed header, with the sentence of this code."""
    return ValidationError({header: [ErrorDetail(detail_for(code, {}), code)]})
