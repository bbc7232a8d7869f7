"""Where ready answers are kept: the latest ones in the process, all of them in Django's cache.

An answer is kept under its record's version, so none is ever out of date and nothing has to be thrown away.
The cache may be cold, full, slow, wrong or away: then an answer is made again.
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
from typing import Self

from django.conf import settings
from django.core.cache import cache

from core.versions import Version

log = logging.getLogger(__name__)

AT_HAND = 512  # answers
KEPT_SECONDS = 24 * 60 * 60
QUIET_SECONDS = 5.0  # so long a cache that failed is left alone
TAKEN_FROM = ("templates", "locale", "web", "api", "rulesets", "matches", "tournaments", "records")
KINDS = (".html", ".mo", ".py", ".md", ".toml")
LEVEL, QUICK = 6, 1  # of compression: what goes over the wire, and what only lies on the shelf
DIGEST = 16


@dataclass(frozen=True, slots=True)
class Head:
    """Where a tournament's record stands, and whether strangers may know of it.

    `hash` is that of the record's latest line: it tells a record apart that was restored from a backup.
    """

    ledger: int
    version: Version
    hash: str
    is_public: bool


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """A body as it goes over the wire, compressed, and the headers that every reader gets with it.

    `digest` tells this body from every other.
    """

    version: Version
    headers: Mapping[str, str]
    body: bytes
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", _digest(self.body).hex())

    @classmethod
    def of(
        cls,
        content: bytes,
        version: Version,
        headers: Mapping[str, str] | None = None,
        level: int = LEVEL,
    ) -> Self:
        """The content, compressed."""
        return cls(version, headers or {}, gzip.compress(content, level, mtime=0))

    @property
    def content(self) -> bytes:
        """The body as it was."""
        return gzip.decompress(self.body)

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


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST).digest()


class Shelf:
    """The answers of one process, and the way to those of all; `asked` says what is answered."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._at_hand: OrderedDict[Hashable, tuple[Head, KeptAnswer, float]] = OrderedDict()
        self._quiet_until = 0.0

    def get(self, asked: Hashable, head: Head) -> KeptAnswer | None:
        """The answer at this version."""
        if held := self.at_hand(asked, head):
            return held
        kept = KeptAnswer.unpacked(self._told(asked, head))
        if kept is not None:
            self._hold(asked, head, kept, time.monotonic())
        return kept

    def at_hand(self, asked: Hashable, head: Head) -> KeptAnswer | None:
        """The same, where this process has it."""
        held = self._at_hand.get(asked)
        return held[1] if held and held[0] == head else None

    def put(self, asked: Hashable, head: Head, kept: KeptAnswer, began: float) -> KeptAnswer:
        """Keep the answer; `began` is when it was begun to be made, by the monotonic clock."""
        self._hold(asked, head, kept, began)
        self._ask(lambda: cache.set(cache_key(asked, head), kept.packed(), KEPT_SECONDS))
        return kept

    def latest(self, asked: Hashable) -> tuple[KeptAnswer, float] | None:
        """The newest answer of the kind that this process made or met, and since when it may be old."""
        held = self._at_hand.get(asked)
        return (held[1], held[2]) if held else None

    def clear(self) -> None:
        """Forget the answers at hand."""
        with self._guard:
            self._at_hand.clear()

    def _hold(self, asked: Hashable, head: Head, kept: KeptAnswer, began: float) -> None:
        with self._guard:
            held = self._at_hand.get(asked)
            if held and held[0].ledger == head.ledger and held[1].version > kept.version:
                return
            self._at_hand[asked] = (head, kept, began)
            self._at_hand.move_to_end(asked)
            if len(self._at_hand) > AT_HAND:
                self._at_hand.popitem(last=False)

    def _told(self, asked: Hashable, head: Head) -> object:
        return self._ask(lambda: cache.get(cache_key(asked, head)))

    def _ask(self, work: Callable[[], object]) -> object:
        """What the cache says; nothing where it fails, and for a few seconds after that."""
        if time.monotonic() < self._quiet_until:
            return None
        try:
            return work()
        except _failures() as error:
            self._quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("the cache of ready answers does not answer: %s", error)
            return None


def _failures() -> tuple[type[Exception], ...]:
    """What a cache may raise; Redis' own where it is in use: a laptop never loads it."""
    return (OSError, sys.modules["redis"].RedisError) if "redis" in sys.modules else (OSError,)


def cache_key(asked: Hashable, head: Head) -> str:
    """The name of an answer in the cache that all processes share."""
    whole = repr((edition(), head.ledger, head.version, head.hash, asked))
    return blake2b(whole.encode(), digest_size=20).hexdigest()


@once
def edition() -> str:
    """What answers are made from: another release, or another line in a template, makes others."""
    digest = blake2b(digest_size=16)
    for folder in TAKEN_FROM:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in KINDS:
                digest.update(path.read_bytes())
    return digest.hexdigest()


shelf = Shelf()
