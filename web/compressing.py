"""Pages over a venue's thin Wi-Fi: compressed, also on a laptop without a proxy before it.

Answers of the API are left alone: their `ETag` is the record's number, which compressing would weaken.
Tokens against forgery are masked anew in every page, so that compression tells nothing of them.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressPages(GZipMiddleware):
    """Compress everything that a browser asks for."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, compressed where that is worth it."""
        if request.path.startswith("/api/"):
            return response
        return super().process_response(request, response)
