"""Where everything stands that a page is made from."""

import time

from django.conf import settings
from django.utils import timezone

from core.cache.shelf import Head
from core.versions import Version
from tournaments.setup.heads import head_of, head_of_all, head_of_seasons
from web.ready.asking import Place

_known: dict[bool, tuple[float, Head]] = {}


def head_at(place: Place) -> Head | None:
    """The head of the page's tournament, or of all; None where there is no such tournament."""
    return head_of(place.slug) if place.slug else _head_of(place)


def lately_at(place: Place, seen: Version | None) -> Head | None:
    """As `head_at`, but that of all as it was a moment ago, unless the reader has seen a newer one."""
    if place.slug:
        return head_of(place.slug)
    at, head = _known.get(_is_over(place), (float("-inf"), None))
    is_late = time.monotonic() - at > settings.PAGES_BEHIND_SECONDS
    if head is None or is_late or (seen is not None and seen > head.version):
        at, head = time.monotonic(), _head_of(place)
        _known[_is_over(place)] = (at, head)
    return head


def _head_of(place: Place) -> Head:
    return head_of_seasons() if _is_over(place) else head_of_all(timezone.now())


def _is_over(place: Place) -> bool:
    return place.name == "season"
