"""The part of a page that is the same for everybody, for pages that are not: of whoever is signed in."""

import gzip
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from core.cache.shelf import QUICK, Head, KeptAnswer, shelf
from core.db.looking import is_one_look
from tournaments.models import Tournament
from web.ready.asking import PART, asked_at, place_of

MOST_AT_HAND = 32  # parts as they stand on a page, of a tenth of a megabyte or two each


def head_of_record(tournament: Tournament) -> Head:
    """Where its record stands, of a tournament that was read in the same look as what is shown."""
    ledger = tournament.ledger
    return Head(ledger.pk, ledger.version, ledger.head_hash, tournament.is_public)


def shared_part(request: HttpRequest, head: Head, make: Callable[[], str]) -> SafeString:
    """The part of this page at that head, from the shelf where it is; made with nobody in mind else.

    It is kept only where all that it shows was read in one look, and strangers may see it.
    """
    place = place_of(request)
    if place is None or not is_one_look() or not head.is_public:
        return mark_safe(make())  # noqa: S308 - a rendered template
    asked = asked_at(replace(place, name=place.name + PART, is_part=True), request)
    page = shelf.get(asked, head)
    if page is None:
        began, html = time.monotonic(), make()
        page = shelf.put(asked, head, KeptAnswer.of(html.encode(), head.version, level=QUICK), began)
    return _unpacked(page.body)


@lru_cache(MOST_AT_HAND)
def _unpacked(body: bytes) -> SafeString:
    """The part that is kept so: readers follow one another, and each would unpack it again."""
    return mark_safe(gzip.decompress(body).decode())  # noqa: S308 - a rendered template, checked by its digest
