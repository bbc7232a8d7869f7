"""Where ready pages are kept: the latest ones in the process, all of them in Django's cache.

A page is kept under its record's version, so none is ever out of date and nothing has to be thrown away. The
cache may be cold, full, slow, wrong or away: then a page is made again.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache as once
from hashlib import blake2b
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from redis import RedisError

from tournaments.selectors.heads import Head
from web.ready.asking import Asked
from web.ready.page import Page

log = logging.getLogger(__name__)

AT_HAND = 512  # pages
KEPT_SECONDS = 24 * 60 * 60
QUIET_SECONDS = 5.0  # so long a cache that failed is left alone
TAKEN_FROM = ("templates", "locale", "web")
KINDS = (".html", ".mo", ".py")


class Shelf:
    """The pages of one process, and the way to those of all."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._at_hand: OrderedDict[Asked, tuple[Head, Page, float]] = OrderedDict()
        self._quiet_until = 0.0

    def get(self, asked: Asked, head: Head) -> Page | None:
        """The page at this version."""
        held = self._at_hand.get(asked)
        if held and held[0] == head:
            return held[1]
        page = Page.unpacked(self._told(asked, head))
        if page is not None:
            self._hold(asked, head, page, time.monotonic())
        return page

    def put(self, asked: Asked, head: Head, page: Page, began: float) -> Page:
        """Keep the page; `began` is when it was begun to be made, by the monotonic clock."""
        self._hold(asked, head, page, began)
        self._ask(lambda: cache.set(key_of(asked, head), page.packed(), KEPT_SECONDS))
        return page

    def latest(self, asked: Asked) -> tuple[Page, float] | None:
        """The newest page of the kind that this process made or met, and since when it may be old."""
        held = self._at_hand.get(asked)
        return (held[1], held[2]) if held else None

    def clear(self) -> None:
        """Forget the pages at hand."""
        with self._guard:
            self._at_hand.clear()

    def _hold(self, asked: Asked, head: Head, page: Page, began: float) -> None:
        with self._guard:
            held = self._at_hand.get(asked)
            if held and held[0].ledger == head.ledger and held[1].version > page.version:
                return
            self._at_hand[asked] = (head, page, began)
            self._at_hand.move_to_end(asked)
            if len(self._at_hand) > AT_HAND:
                self._at_hand.popitem(last=False)

    def _told(self, asked: Asked, head: Head) -> object:
        return self._ask(lambda: cache.get(key_of(asked, head)))

    def _ask(self, work: Callable[[], object]) -> object:
        """What the cache says; nothing where it fails, and for a few seconds after that."""
        if time.monotonic() < self._quiet_until:
            return None
        try:
            return work()
        except (OSError, RedisError) as error:
            self._quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("the cache of pages does not answer: %s", error)
            return None


def key_of(asked: Asked, head: Head) -> str:
    """The name of a page in the cache that all processes share."""
    whole = repr((edition(), head.ledger, head.version, head.hash, asked))
    return blake2b(whole.encode(), digest_size=20).hexdigest()


@once
def edition() -> str:
    """What pages are made from: another release, or another line in a template, makes other pages."""
    digest = blake2b(digest_size=16)
    for folder in TAKEN_FROM:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in KINDS:
                digest.update(path.read_bytes())
    return digest.hexdigest()


shelf = Shelf()
