"""A ready page as an answer, and the headers that let others keep it for a moment."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags

from core.cache.shelf import KeptAnswer
from core.versions import Version

SECONDS_ON_THE_WAY = 2  # a proxy may keep it so long; a poll's interval and this is the oldest that is seen
SHARED = {
    "Cache-Control": f"public, max-age=0, s-maxage={SECONDS_ON_THE_WAY}",
    "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
}


def page_of(response: HttpResponse, version: Version) -> KeptAnswer:
    """The answer that a view made, to be kept."""
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    return KeptAnswer.of(response.content, version, {**headers, **SHARED})


def answer(page: KeptAnswer, request: HttpRequest) -> HttpResponse:
    """The page for this reader, or 304 where they have it."""
    is_packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    tag = f'"{page.version}-{page.digest[:16]}{"" if is_packed else "-plain"}"'
    if tag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
        return HttpResponseNotModified(headers={**SHARED, "ETag": tag})
    body = page.body if is_packed else page.content
    more = {"Content-Encoding": "gzip"} if is_packed else {}
    length = str(len(body))
    return HttpResponse(body, headers={**page.headers, **more, "ETag": tag, "Content-Length": length})


def nothing_new() -> HttpResponse:
    """The answer to a poll whose page bears the present version."""
    return HttpResponse(status=204, headers=SHARED)
