"""Where everything stands that a page is made from."""

import time

from django.conf import settings
from django.utils import timezone

from core.cache.shelf import Head
from core.versions import Version
from tournaments.setup.heads import head_of, head_of_all, head_of_seasons
from web.ready.asking import PageKey

MOST_KNOWN = 512  # tournaments
_known: dict[bool, tuple[float, Head]] = {}
_latest: dict[str, tuple[float, Version]] = {}


def head_at(place: PageKey) -> Head | None:
    """The head of the page's tournament, or of all; None where there is no such tournament."""
    return head_of(place.slug) if place.slug else _head_of(place)


def was_latest(place: PageKey, seen: Version | None) -> bool:
    """Whether what the reader has seen was the latest a moment ago: then a poll asks the database nothing."""
    at, version = _latest.get(place.slug, (float("-inf"), None))
    return version is not None and version == seen and _is_recent(at)


def lately_at(place: PageKey, seen: Version | None) -> Head | None:
    """As `head_at`, but that of all as it was a moment ago, unless the reader has seen a newer one."""
    if place.slug:
        return _noted(place.slug, time.monotonic(), head_of(place.slug))
    at, head = _known.get(_is_over(place), (float("-inf"), None))
    if head is None or not _is_recent(at) or (seen is not None and seen > head.version):
        at, head = time.monotonic(), _head_of(place)
        _known[_is_over(place)] = (at, head)
    return head


def _is_recent(at: float) -> bool:
    return time.monotonic() - at < settings.PAGES_BEHIND_SECONDS


def _noted(slug: str, at: float, head: Head | None) -> Head | None:
    if head is None or not head.is_public:
        _latest.pop(slug, None)
        return head
    if len(_latest) >= MOST_KNOWN:
        _latest.clear()
    _latest[slug] = (at, head.version)
    return head


def _head_of(place: PageKey) -> Head:
    return head_of_seasons() if _is_over(place) else head_of_all(timezone.now())


def _is_over(place: PageKey) -> bool:
    return place.name == "season"
