"""Compress pages for a venue's thin Wi-Fi, also on a laptop without a proxy.

API responses stay as they are: compression would weaken their strong `ETag`. Django pads each page by a
random length and masks its CSRF tokens, so the size of a page says nothing about a token (BREACH).
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressPages(GZipMiddleware):
    """Compress every response but those of the API."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if the browser accepts it and it is long enough."""
        if request.path.startswith("/api/"):
            return response
        return super().process_response(request, response)
