"""Where everything stands that a page is made from."""

import time

from django.conf import settings
from django.utils import timezone

from core.cache.shelf import Head
from core.versions import Version
from tournaments.setup.heads import head_of, head_of_all, head_of_seasons
from web.ready.asking import PageKey

MOST_KNOWN = 512  # tournaments
NOT_KNOWN: tuple[float, Head | None] = (float("-inf"), None)
_known: dict[bool, tuple[float, Head]] = {}
_latest: dict[str, tuple[float, Head]] = {}


def head_at(place: PageKey) -> Head | None:
    """The head of the page's tournament, or of all; None where there is no such tournament."""
    return head_of(place.slug) if place.slug else _head_of(place)


def remembered(place: PageKey, seen: Version | None) -> Head | None:
    """The head of a public tournament, or of all, as it was a moment ago: strangers ask no database.

    None where nobody asked so lately, or the reader has seen a newer version.
    """
    at, head = (_latest.get(place.slug) if place.slug else _known.get(_is_over(place))) or NOT_KNOWN
    is_newer = head is not None and (seen is None or seen <= head.version)
    return head if is_newer and _is_recent(at) else None


def forget() -> None:
    """Know nothing of a moment ago, as a new process does."""
    _known.clear()
    _latest.clear()


def lately_at(place: PageKey, seen: Version | None) -> Head | None:
    """As `head_at`, but that of all as it was a moment ago, unless the reader has seen a newer one."""
    if place.slug:
        return _noted(place.slug, time.monotonic(), head_of(place.slug))
    head = remembered(place, seen)
    if head is None:
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
    _latest[slug] = (at, head)
    return head


def _head_of(place: PageKey) -> Head:
    return head_of_seasons() if _is_over(place) else head_of_all(timezone.now())


def _is_over(place: PageKey) -> bool:
    return place.name == "season"
