"""Let pages of other sites read public data in their readers' browsers (ADR 0030).

They may only read, and only anonymously: browsers send neither cookies nor `Authorization`, since neither is
allowed here.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

API = "/api/"
READS = frozenset({"GET", "HEAD"})
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Content-Disposition, Retry-After, RateLimit",
}
PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": ", ".join(sorted(READS)),
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class PublicReads:
    """Middleware that answers preflight requests, and lets scripts of other sites see reads of the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, for a read of the API with CORS headers.

        A preflight request gets 204, without the headers that permit anything if it asks for a write.
        """
        if not request.path_info.startswith(API):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            wanted = request.headers["Access-Control-Request-Method"]
            return HttpResponse(status=204, headers=PREFLIGHT_HEADERS if wanted in READS else {})
        response = self.get_response(request)
        if request.method in READS:
            for name, value in CORS_HEADERS.items():
                response.headers[name] = value
        return response
