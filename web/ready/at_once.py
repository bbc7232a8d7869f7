"""What needs neither the database nor Django: a poll without news, a page at hand.

`AtOnce` stands before the application, in `config/wsgi.py`, and around the same function that the middleware
asks first. A hall of phones asks for little else, and Django's way to a view costs more than the answer.
"""

import time
from collections.abc import Iterable
from typing import TypeVar, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from core.cache.shelf import Head, KeptAnswer, shelf
from core.http.access import Access, answers_as, answers_quietly
from core.versions import Version
from operating.metrics.registry import PAGES
from web.middleware.server_time import ServerTime
from web.ready.asking import Asked, asked_at, is_somebodys, place_of, seen_by
from web.ready.delay import is_delay_known
from web.ready.heads import remembered
from web.ready.page import answer, nothing_new

Answer = TypeVar("Answer", bound=HttpResponseBase)


class NotAtHand(Exception):
    """Somebody else has to answer."""


class AtOnce:
    """The WSGI application, asked only for what is not at hand."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        self._answer = Access(ServerTime(_answer))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer at hand, with the id and the line that every other has."""
        if environ["REQUEST_METHOD"] != "GET":
            return self.application(environ, start_response)
        try:
            response = cast("HttpResponse", self._answer(WSGIRequest({**environ})))
        except (NotAtHand, SuspiciousOperation):
            return self.application(environ, start_response)
        start_response(f"{response.status_code} {response.reason_phrase}", [*response.items()])
        return [response.content]


def at_once(request: HttpRequest) -> HttpResponse | None:
    """The answer to a stranger, from what this process knows of a moment ago; None where that does not do."""
    place = place_of(request)
    if place is None or is_somebodys(request):
        return None
    seen = seen_by(request)
    head = remembered(place, seen)
    if head is None:
        return None
    answers_as(request, place.name)
    if place.is_part and seen == head.version:
        return without_news(request)
    page = _at_hand(asked_at(place, request), head, seen) if place.is_part or is_delay_known() else None
    return counted("kept", answer(page, request)) if page else None


def without_news(request: HttpRequest) -> HttpResponse:
    """The answer to a poll whose page bears the present version: counted, but no line in the log."""
    answers_quietly(request)
    return counted("nothing new", nothing_new())


def counted(how: str, response: Answer) -> Answer:
    """The answer, in the figures too."""
    PAGES.add(1, (how,))
    return response


def recent(asked: Asked, seen: Version | None) -> KeptAnswer | None:
    """The version before, for a moment, where the reader has seen none that is newer."""
    held = shelf.latest(asked)
    if held is None or time.monotonic() - held[1] > settings.PAGES_BEHIND_SECONDS:
        return None
    page = held[0]
    return page if seen is None or page.version > seen else None


def _at_hand(asked: Asked, head: Head, seen: Version | None) -> KeptAnswer | None:
    return shelf.at_hand(asked, head) or recent(asked, seen)


def _answer(request: HttpRequest) -> HttpResponse:
    response = at_once(request)
    if response is None:
        raise NotAtHand
    return response
