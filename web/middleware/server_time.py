"""The server's time, for clocks on pages: beside what a poll brings, and at an address of its own.

Pages that are kept ready cannot bear it, and devices' own clocks are wrong.
"""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

HEADER = "Server-Time"
ADDRESS = "/hora/"


class ServerTime:
    """Adds `Server-Time`, milliseconds since 1970 in UTC, to every answer that htmx gets."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer with the time at which it left."""
        asks = request.path_info == ADDRESS
        response = _nothing_else() if asks else self.get_response(request)
        if asks or "HTTP_HX_REQUEST" in request.META:
            response.headers[HEADER] = str(time.time_ns() // 1_000_000)
        return response


def _nothing_else() -> HttpResponse:
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
