"""Answers what everybody may read before anything is asked that only matters for somebody in particular."""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from core.cache.shelf import Head, KeptAnswer, shelf
from core.db.fair_lock import serialized
from core.db.looking import one_look
from core.http.access import answers_as
from core.versions import Version
from operating.metrics.registry import PAGES
from web.ready.asking import Asked, PageKey, as_everybody, asked_at, is_somebodys, place_of, seen_by
from web.ready.heads import head_at, lately_at, remembered
from web.ready.page import answer, nothing_new, page_of

MAKING = "a ready page"


class ReadyPages:
    """Polls without news, and public pages for visitors without an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The ready answer where there may be one, else whatever the views say."""
        place = place_of(request)
        for_one = is_somebodys(request)
        if place is None or (for_one and not place.is_part):
            return self.get_response(request)
        answers_as(request, place.name)
        seen = seen_by(request)
        head = (None if for_one else remembered(place, seen)) or _head(place, seen)
        if head is None or not head.is_public:
            return self.get_response(request)
        if place.is_part and seen == head.version:
            return _counted("nothing new", nothing_new())
        if for_one:
            return self.get_response(request)
        asked = asked_at(place, request)
        page = shelf.get(asked, head) or _recent(asked, seen)
        return _counted("kept", answer(page, request)) if page else self._made(request, asked)

    def _made(self, request: HttpRequest, asked: Asked) -> HttpResponseBase:
        """Many may ask for a new version at once: one makes it, the others wait for that.

        A process makes one page at a time: whoever writes shares the interpreter with one who draws, not with
        all of them.
        """
        with serialized(repr(asked)), serialized(MAKING):
            head = _head(asked.place, None)
            page = shelf.get(asked, head) if head else None
            if page:
                return _counted("kept", answer(page, request))
            return _counted("made", self._make(request, asked))

    def _make(self, request: HttpRequest, asked: Asked) -> HttpResponseBase:
        began, accepted = time.monotonic(), request.META.get("HTTP_ACCEPT_ENCODING", "")
        with one_look():
            head = head_at(asked.place)
            response = self.get_response(as_everybody(request, asked))
        if head is None or not head.is_public or not isinstance(response, HttpResponse):
            return response
        if response.status_code != HTTPStatus.OK or response.cookies:
            return response
        page = page_of(response, head.version)
        request.META["HTTP_ACCEPT_ENCODING"] = accepted
        return answer(shelf.put(asked, head, page, began), request)


def _counted(how: str, response: HttpResponseBase) -> HttpResponseBase:
    PAGES.add(1, (how,))
    return response


def _head(place: PageKey, seen: Version | None) -> Head | None:
    """The head of what is shown there; None without a database too: then the views say what is the matter."""
    try:
        return lately_at(place, seen)
    except (DatabaseError, InterfaceError):
        return None


def _recent(asked: Asked, seen: Version | None) -> KeptAnswer | None:
    """The version before, for a moment, where the reader has seen none that is newer."""
    held = shelf.latest(asked)
    if held is None or time.monotonic() - held[1] > settings.PAGES_BEHIND_SECONDS:
        return None
    page = held[0]
    return page if seen is None or page.version > seen else None
