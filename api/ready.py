"""The API's bracket and standing for strangers: whole answers, a version each, given before REST framework.

Programs of clubs, streams and other sites ask for them again and again, and finding out that somebody is
nobody cost four times what the answer does. Whoever says who they are, or asks for a part, goes the long way.
"""

import re
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags

from core.cache.shelf import Head, KeptAnswer, shelf
from core.http.language import language_of
from tournaments.setup.heads import head_of

READY = re.compile(r"/api/v1/tournaments/([-a-zA-Z0-9_]{1,140})/(?:bracket|standing)/")
JSON = ("", "*/*", "application/json")
OF_ITS_BODY = frozenset({"Content-Type", "Content-Length", "Content-Language"})


class ReadyAnswers:
    """Gives the answer that is kept, or keeps the one that is made."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer of a public tournament to a stranger, of the record's present version."""
        found = READY.fullmatch(request.path_info)
        if found is None or not _is_plain(request):
            return self.get_response(request)
        head = _head(found[1])
        if head is None or not head.is_public:
            return self.get_response(request)
        asked = ("api answer", request.build_absolute_uri(), language_of(request))
        kept = shelf.get(asked, head)
        return _told(kept, request) if kept else self._made(request, asked, head)

    def _made(self, request: HttpRequest, asked: tuple[str, ...], head: Head) -> HttpResponseBase:
        """As REST framework has it; kept where it is of that head, and nobody's own."""
        known, began = request.META.pop("HTTP_IF_NONE_MATCH", ""), time.monotonic()
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not _may_be_kept(response, head):
            return response
        kept = KeptAnswer.of(response.content, head.version, dict(response.items()))
        request.META["HTTP_IF_NONE_MATCH"] = known
        return _told(shelf.put(asked, head, kept, began), request)


def _is_plain(request: HttpRequest) -> bool:
    """Whether nothing about the request could make another answer of it than everybody's."""
    meta = request.META
    if request.method != "GET" or meta.get("QUERY_STRING") or "HTTP_AUTHORIZATION" in meta:
        return False
    if settings.SESSION_COOKIE_NAME in request.COOKIES or meta.get("HTTP_ACCEPT", "") not in JSON:
        return False
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def _head(slug: str) -> Head | None:
    """Where the record stands; None without a database too: then the views say what is the matter."""
    try:
        return head_of(slug)
    except (DatabaseError, InterfaceError):
        return None


def _may_be_kept(response: HttpResponse, head: Head) -> bool:
    is_whole = response.status_code == HTTPStatus.OK and not response.cookies
    return is_whole and response.get("ETag", "").startswith(f'"{head.version}-')


def _told(kept: KeptAnswer, request: HttpRequest) -> HttpResponse:
    """The answer, or 304 where the caller has it."""
    known = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    if kept.headers["ETag"] in (tag.removeprefix("W/") for tag in known):
        left = {name: value for name, value in kept.headers.items() if name not in OF_ITS_BODY}
        return HttpResponseNotModified(headers=left)
    return HttpResponse(kept.content, headers=kept.headers)
