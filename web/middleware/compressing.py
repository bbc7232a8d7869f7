"""Pages over a venue's thin Wi-Fi: compressed, also on a laptop without a proxy before it.

Answers of the API are left alone: their `ETag` is the record's number, which compressing would weaken.
Tokens against forgery are masked anew in every page, so that compression tells nothing of them.
"""

import secrets

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

from web.packing import packed
from web.ready.parts import shared_pieces

SHORT = 2_000  # bytes, below which nothing is won


class CompressPages(GZipMiddleware):
    """Compress everything that a browser asks for."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, compressed where that is worth it."""
        if request.path.startswith("/api/"):
            return response
        if isinstance(response, HttpResponse) and _is_page(request, response):
            _compress(request, response, self.max_random_bytes)
        return super().process_response(request, response)


def _is_page(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether it goes to one reader, who takes it packed: what has a tag or is short is Django's matter."""
    is_plain = not response.has_header("Content-Encoding") and not response.has_header("ETag")
    accepts = re_accepts_gzip.search(request.headers.get("Accept-Encoding", ""))
    return is_plain and accepts is not None and len(response.content) >= SHORT


def _compress(request: HttpRequest, response: HttpResponse, padding: int) -> None:
    """Compress it quickly, with a name of a length by chance, as Django does against guessing by length."""
    name = b"a" * secrets.randbelow(padding)
    response.content = packed(response.content, shared_pieces(request), name)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.content))
    patch_vary_headers(response, ("Accept-Encoding",))
