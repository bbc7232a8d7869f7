"""Answers what everybody may read before anything is asked that only matters for somebody in particular."""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from core.cache.shelf import Head, shelf
from core.db.fair_lock import serialized
from core.db.looking import one_look
from core.http.access import answers_as
from core.versions import Version
from web.ready.asking import Asked, PageKey, as_everybody, asked_at, is_somebodys, place_of, seen_by
from web.ready.at_once import at_once, counted, recent, without_news
from web.ready.heads import head_at, lately_at
from web.ready.page import answer, page_of

MAKING = "a ready page"


class ReadyPages:
    """Polls without news, and public pages for visitors without an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The ready answer where there may be one, else whatever the views say."""
        return at_once(request) or self._looked_up(request)

    def _looked_up(self, request: HttpRequest) -> HttpResponseBase:
        place = place_of(request)
        for_one = is_somebodys(request)
        if place is None or (for_one and not place.is_part):
            return self.get_response(request)
        answers_as(request, place.name)
        seen = seen_by(request)
        head = _head(place, seen)
        if head is None or not head.is_public:
            return self.get_response(request)
        if place.is_part and seen == head.version:
            return without_news(request)
        return (
            self.get_response(request) if for_one else self._shared(request, asked_at(place, request), head)
        )

    def _shared(self, request: HttpRequest, asked: Asked, head: Head) -> HttpResponseBase:
        page = shelf.get(asked, head) or recent(asked, seen_by(request))
        return counted("kept", answer(page, request)) if page else self._made(request, asked)

    def _made(self, request: HttpRequest, asked: Asked) -> HttpResponseBase:
        """Many may ask for a new version at once: one makes it, the others wait for that.

        A process makes one page at a time: whoever writes shares the interpreter with one who draws, not with
        all of them.
        """
        with serialized(repr(asked)), serialized(MAKING):
            head = _head(asked.place, None)
            page = shelf.get(asked, head) if head else None
            if page:
                return counted("kept", answer(page, request))
            return counted("made", self._make(request, asked))

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


def _head(place: PageKey, seen: Version | None) -> Head | None:
    """The head of what is shown there; None without a database too: then the views say what is the matter."""
    try:
        return lately_at(place, seen)
    except (DatabaseError, InterfaceError):
        return None
