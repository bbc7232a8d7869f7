"""Counts each answered request."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from operating.metrics.registry import REQUESTS, SECONDS
from operating.metrics.shared import writer

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def count_request(request: HttpRequest, response: HttpResponseBase, route: str, seconds: float) -> None:
    """Count a request by route, method and status, and its seconds by route; the first starts the writer.

    An invented method counts as `other`, so that it creates no new series.
    """
    method = request.method if request.method in METHODS else "other"
    REQUESTS.add(1, (route, str(method), str(response.status_code)))
    SECONDS.observe(seconds, (route,))
    writer.start()
