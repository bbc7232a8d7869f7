"""What a load balancer, a health check and Prometheus ask: does it live, can it serve, how is it doing?

They are answered before hosts, https and sessions matter, so that a check by address needs no exception,
and a dead worker takes no page away. What works as a whole and what does not says `/saude/`.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from web.site import health


class Probes:
    """Answers a probe, passes on everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The view of a probe, which needs no session; a query makes it an ordinary request."""
        probe = None if request.META.get("QUERY_STRING") else _probes().get(request.path_info)
        if probe is not None:
            with suppress(Http404):  # the caller may not read the figures
                return probe(request)
        return self.get_response(request)


@cache
def _probes() -> dict[str, Callable[[HttpRequest], HttpResponse]]:
    return {
        reverse("live"): health.live,
        reverse("ready"): health.ready,
        reverse("metrics"): health.metrics,
    }
