"""A page as it goes over the wire: compressed bytes, its headers, and how it is kept."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags

from core.versions import Version

SECONDS_ON_THE_WAY = 2  # a proxy may keep it so long; a poll's interval and this is the oldest that is seen
SHARED = {
    "Cache-Control": f"public, max-age=0, s-maxage={SECONDS_ON_THE_WAY}",
    "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
}
LEVEL = 6
DIGEST = 16


@dataclass(frozen=True, slots=True)
class Page:
    """`body` is compressed; `headers` are those that every reader gets with it."""

    version: Version
    headers: Mapping[str, str]
    body: bytes

    @classmethod
    def of(cls, response: HttpResponse, version: Version) -> Self:
        """The answer that a view made."""
        headers = {name: value for name, value in response.items() if name != "Content-Length"}
        return cls(version, {**headers, **SHARED}, gzip.compress(response.content, LEVEL, mtime=0))

    def packed(self) -> bytes:
        """The whole as bytes that say of themselves whether they are whole."""
        head = json.dumps([self.version.seq, self.version.unrecorded, dict(self.headers)]).encode()
        content = head + b"\n" + self.body
        return _digest(content) + content

    @classmethod
    def unpacked(cls, packed: object) -> Self | None:
        """What was packed; None where a byte of it is not what it was."""
        if not isinstance(packed, bytes) or _digest(packed[DIGEST:]) != packed[:DIGEST]:
            return None
        head, _, body = packed[DIGEST:].partition(b"\n")
        seq, unrecorded, headers = json.loads(head)
        return cls(Version(seq, unrecorded), headers, body)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """The page for this reader, or 304 where they have it."""
        is_packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
        tag = f'"{self.version}-{_digest(self.body).hex()[:16]}{"" if is_packed else "-plain"}"'
        if tag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
            return HttpResponseNotModified(headers={**SHARED, "ETag": tag})
        body = self.body if is_packed else gzip.decompress(self.body)
        more = {"Content-Encoding": "gzip"} if is_packed else {}
        length = str(len(body))
        return HttpResponse(body, headers={**self.headers, **more, "ETag": tag, "Content-Length": length})


def nothing_new() -> HttpResponse:
    """The answer to a poll whose page bears the present version."""
    return HttpResponse(status=204, headers=SHARED)


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST).digest()
