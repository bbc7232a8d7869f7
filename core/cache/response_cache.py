"""Cached responses of public pages, in Django's cache: `LocMemCache` on a laptop, Redis in the full mode.

A variant is one representation of a page, such as its language (`web.response_cache`). It has one entry,
which carries the version of the record that it was rendered from. An entry of another version is a miss, so
nothing has to be invalidated. The cache may be cold, full, slow, wrong or down:
then the response is rendered again. Others can reach Redis, so it gets bytes, never objects.
"""

import gzip
import json
import logging
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache as once
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from django.conf import settings
from django.core.cache import BaseCache, caches

from core.versions import RecordVersion, Version

log = logging.getLogger(__name__)

CACHE_SECONDS = 24 * 60 * 60
RETRY_SECONDS = 5.0  # after a failure the shared cache is not used for so long
RENDERED_FROM = ("templates", "locale", "web", "api", "rulesets", "matches", "tournaments", "records")
SUFFIXES = (".html", ".mo", ".py", ".md", ".toml")
LEVEL = 6  # of compression
DIGEST = 16  # bytes


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response for every reader: body (gzip), digest of that body in hexadecimal, and headers."""

    record: RecordVersion
    headers: Mapping[str, str]
    body: bytes
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        """Compute the digest of the body, from which the ETag is made."""
        object.__setattr__(self, "digest", _digest(self.body).hex())

    @classmethod
    def from_content(cls, content: bytes, record: RecordVersion, headers: Mapping[str, str]) -> Self:
        """Build a cached response with the content compressed."""
        return cls(record, headers, gzip.compress(content, LEVEL, mtime=0))

    @property
    def content(self) -> bytes:
        """Return the decompressed body."""
        return gzip.decompress(self.body)

    def to_bytes(self) -> bytes:
        """Return a digest of what follows, then version and headers as JSON in a line, then the body."""
        record, version = self.record, self.record.version
        known = [record.ledger, version.seq, version.unrecorded, record.hash, record.is_public]
        content = json.dumps([known, dict(self.headers)]).encode() + b"\n" + self.body
        return _digest(content) + content

    @classmethod
    def from_bytes(cls, data: object) -> Self | None:
        """Parse the bytes of `to_bytes`; return None if they are anything else or damaged."""
        if not isinstance(data, bytes) or _digest(data[DIGEST:]) != data[:DIGEST]:
            return None
        head, _, body = data[DIGEST:].partition(b"\n")
        (ledger, seq, unrecorded, line, is_public), headers = json.loads(head)
        record = RecordVersion(ledger, Version(seq, unrecorded), line, is_public)
        return cls(record, headers, body)


def _digest(content: bytes) -> bytes:
    """Return the BLAKE2 digest of the content, 16 bytes."""
    return blake2b(content, digest_size=DIGEST).digest()


class ResponseCache:
    """The latest response of each variant; while the shared cache fails, this process uses a local one."""

    def __init__(self) -> None:
        self._retry_at = 0.0

    def get(self, variant: Hashable, record: RecordVersion) -> CachedResponse | None:
        """Return the response of the variant at this version; None if there is none, or it is damaged."""
        key = cache_key(variant, record.ledger)
        found = CachedResponse.from_bytes(self._call(lambda cache: cache.get(key)))
        return found if found and found.record == record else None

    def put(self, variant: Hashable, response: CachedResponse) -> CachedResponse:
        """Store the response in place of the variant's former one, and return it."""
        key, data = cache_key(variant, response.record.ledger), response.to_bytes()
        self._call(lambda cache: cache.set(key, data, CACHE_SECONDS))
        return response

    def clear(self) -> None:
        """Clear every Django cache that this thread has used."""
        for cache in caches.all(initialized_only=True):
            cache.clear()

    def _call(self, work: Callable[[BaseCache], Any]) -> Any:
        """Call `work` with the shared cache and return its result; for five seconds after a failure, which is
        logged, with the local cache.
        """
        if time.monotonic() >= self._retry_at:
            try:
                return work(caches["default"])
            except _cache_errors() as error:
                self._retry_at = time.monotonic() + RETRY_SECONDS
                log.warning("the response cache is down: %s", error)
        return work(caches["local"])


def _cache_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that a cache may raise; a laptop never imports Redis."""
    return (OSError, sys.modules["redis"].RedisError) if "redis" in sys.modules else (OSError,)


def cache_key(variant: Hashable, ledger: int) -> str:
    """Return the key of a variant in the cache that all processes share."""
    return blake2b(repr((source_digest(), ledger, variant)).encode(), digest_size=20).hexdigest()


@once
def source_digest() -> str:
    """Return a digest of the files that responses are rendered from: another release has other entries.

    It is computed once a process; that reads all these files.
    """
    digest = blake2b(digest_size=16)
    for folder in RENDERED_FROM:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(path.read_bytes())
    return digest.hexdigest()


response_cache = ResponseCache()


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """A cache of this process for at most `size` values; the one stored longest ago is dropped first."""

    def __init__(self, size: int) -> None:
        self._size, self._guard = size, threading.Lock()
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value; None if there is none."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Store the value, which may drop the oldest one, and return it."""
        with self._guard:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Drop all values."""
        with self._guard:
            self._values.clear()


class BytesSerializer:
    """A serializer for Django's Redis cache that passes bytes through and never builds objects."""

    def dumps(self, obj: bytes) -> bytes:
        """Return the bytes unchanged."""
        return bytes(obj)

    def loads(self, data: bytes) -> bytes:
        """Return the bytes unchanged."""
        return data
