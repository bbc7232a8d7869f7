"""Counts each answered request."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from operating.metrics.registry import REQUESTS, SECONDS
from operating.metrics.shared import writer

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def count_request(request: HttpRequest, response: HttpResponseBase, route: str, seconds: float) -> None:
    """Count a request by route, method and status; an invented method creates no new series."""
    method = request.method if request.method in METHODS else "other"
    REQUESTS.add(1, (route, str(method), str(response.status_code)))
    SECONDS.took(seconds, (route,))
    writer.begin()
