"""The part of a page that is the same for everybody, for pages that are not: of whoever is signed in."""

import time
from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from core.cache.shelf import Head, Kept, shelf
from core.db.looking import is_one_look
from tournaments.models import Tournament
from web.ready.asking import PART, asked_at, place_of


def shared_part(request: HttpRequest, tournament: Tournament, make: Callable[[], str]) -> SafeString:
    """The part at the tournament's version, from the shelf where it is; made with nobody in mind else.

    It is kept only where all that it shows was read in one look, and strangers may see it.
    """
    place = place_of(request)
    if place is None or not is_one_look() or not tournament.is_public:
        return mark_safe(make())  # noqa: S308 - a rendered template
    ledger = tournament.ledger
    asked = asked_at(replace(place, name=place.name + PART, is_part=True), request)
    head = Head(ledger.pk, ledger.version, ledger.head_hash, is_public=True)
    page = shelf.get(asked, head)
    if page is None:
        began, html = time.monotonic(), make()
        page = Kept.of(html.encode(), ledger.version)
        shelf.put(asked, head, page, began)
    return mark_safe(page.content.decode())  # noqa: S308 - a rendered template, checked by its digest
