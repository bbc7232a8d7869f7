"""Cached responses as HTTP: 304, compression, and the headers that let a proxy cache them for a moment."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags

from core.cache.response_cache import CachedResponse
from core.versions import RecordVersion

PROXY_SECONDS = 2  # a proxy may cache a page so long; with a poll's interval that is the oldest a reader sees
SHARED_HEADERS = {
    "Cache-Control": f"public, max-age=0, s-maxage={PROXY_SECONDS}",
    "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
}


def cached_response(response: HttpResponse, record: RecordVersion) -> CachedResponse:
    """Return the response of a view as it goes into the cache."""
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    return CachedResponse.of(response.content, record, {**headers, **SHARED_HEADERS})


def to_reader(cached: CachedResponse, request: HttpRequest) -> HttpResponse:
    """Return the cached response for this reader, or 304 if they have it."""
    is_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    tag = f'"{cached.record.version}-{cached.digest[:16]}{"" if is_gzip else "-plain"}"'
    if tag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
        return HttpResponseNotModified(headers={**SHARED_HEADERS, "ETag": tag})
    body = cached.body if is_gzip else cached.content
    encoding = {"Content-Encoding": "gzip"} if is_gzip else {}
    length = str(len(body))
    return HttpResponse(body, headers={**cached.headers, **encoding, "ETag": tag, "Content-Length": length})


def no_news() -> HttpResponse:
    """Return the response to a poll whose page bears the present version."""
    return HttpResponse(status=204, headers=SHARED_HEADERS)
