"""Answer public pages and polls without news before sessions, accounts and routes are looked up.

A cached response becomes 304 if the reader has it, and its headers let a proxy cache it for a moment.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.http import parse_etags

from core.cache.response_cache import CachedResponse, response_cache
from core.db.fair_lock import serialized
from core.db.transactions import read_snapshot
from core.http.access import set_route, skip_access_log
from core.versions import RecordVersion
from operating.metrics.registry import PAGES
from tournaments.setup.heads import head_of, head_of_all, head_of_seasons
from web.response_cache.variants import (
    OF_SEASONS,
    PUBLIC,
    PageKey,
    PageVariant,
    anonymized,
    is_personalized,
    page_of,
    variant_of,
    version_seen,
)

PROXY_SECONDS = 2  # a proxy may cache a page so long; with a poll's interval that is the oldest a reader sees
SHARED_HEADERS = {
    "Cache-Control": f"public, max-age=0, s-maxage={PROXY_SECONDS}",
    "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
}


def cached_response(response: HttpResponse, record: RecordVersion) -> CachedResponse:
    """Return a view's response as the cache stores it, with the headers that let proxies share it."""
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    return CachedResponse.from_content(response.content, record, {**headers, **SHARED_HEADERS})


def respond_to_reader(cached: CachedResponse, request: HttpRequest) -> HttpResponse:
    """Return the cached response, packed by gzip if the reader takes it; 304 if they have it."""
    is_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    tag = f'"{cached.record.version}-{cached.digest[:16]}{"" if is_gzip else "-plain"}"'
    if tag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
        return HttpResponseNotModified(headers={**SHARED_HEADERS, "ETag": tag})
    body = cached.body if is_gzip else cached.content
    encoding = {"Content-Encoding": "gzip"} if is_gzip else {}
    length = str(len(body))
    return HttpResponse(body, headers={**cached.headers, **encoding, "ETag": tag, "Content-Length": length})


def no_change_response() -> HttpResponse:
    """Return 204 for a poll whose page has the present version."""
    return HttpResponse(status=204, headers=SHARED_HEADERS)


class ResponseCacheMiddleware:
    """Serve cached responses; render a missing one once and cache it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return 204 for a poll without news, a cached response if the request allows it, else the view's."""
        page, is_personal = page_of(request), is_personalized(request)
        if page is None or (is_personal and not page.is_fragment):
            return self.get_response(request)
        set_route(request, page.name)
        head = _public_version(page)
        if head and page.is_fragment and version_seen(request) == head.version:
            skip_access_log(request)
            PAGES.add(1, ("nothing new",))
            return no_change_response()
        if head is None or is_personal or page.name not in PUBLIC:
            return self.get_response(request)
        return self._get_or_render(request, variant_of(page, request), head)

    def _get_or_render(
        self, request: HttpRequest, variant: PageVariant, head: RecordVersion
    ) -> HttpResponseBase:
        """Return the cached response of this variant, or render and cache it."""
        return _respond_from_cache(request, variant, head) or self._render_once(request, variant)

    def _render_once(self, request: HttpRequest, variant: PageVariant) -> HttpResponseBase:
        """Render a new version once in this process; other requests for it wait and get the same response."""
        with serialized(repr(variant)):
            head = _public_version(variant.page)
            found = _respond_from_cache(request, variant, head) if head else None
            return found or self._render(request, variant)

    def _render(self, request: HttpRequest, variant: PageVariant) -> HttpResponseBase:
        """Render the page as for a visitor and cache it.

        Only a response of 200 without cookies to a page that is public is cached; any other is returned as it
        is.
        """
        PAGES.add(1, ("made",))
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        with read_snapshot():
            head = _public_version(variant.page)
            response = self.get_response(anonymized(request, variant))
        if head is None or not isinstance(response, HttpResponse):
            return response
        if response.status_code != HTTPStatus.OK or response.cookies:
            return response
        request.META["HTTP_ACCEPT_ENCODING"] = accepted
        return respond_to_reader(response_cache.put(variant, cached_response(response, head)), request)


def _respond_from_cache(
    request: HttpRequest, variant: PageVariant, head: RecordVersion
) -> HttpResponse | None:
    """Return the cached response of this version, or 304 if the reader has it; None if the cache lacks it."""
    found = response_cache.get(variant, head)
    if found is None:
        return None
    PAGES.add(1, ("kept",))
    return respond_to_reader(found, request)


def _public_version(page: PageKey) -> RecordVersion | None:
    """Return the record version of a public page; None if it is not public.

    None without a database too: then the view reports the error.
    """
    try:
        head = _current_version(page)
    except (DatabaseError, InterfaceError):
        return None
    return head if head and head.is_public else None


def _current_version(page: PageKey) -> RecordVersion | None:
    """Return the version of the tournament, of all seasons or of all tournaments; None if there is none."""
    if page.slug:
        return head_of(page.slug)
    return head_of_seasons() if page.name in OF_SEASONS else head_of_all(timezone.now())
