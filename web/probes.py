"""What a load balancer and a container's health check ask: does this process live, can it serve pages?

They are answered before hosts, https and sessions matter, so that a check by address needs no exception,
and a dead worker takes no page away. What works as a whole and what does not says `/saude/`.
"""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from web.views.site import health


class Probes:
    """Answers a probe, passes on everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The view of a probe's address, which asks for nobody; who adds a query is looked at as ever."""
        probe = None if request.META.get("QUERY_STRING") else _probes().get(request.path_info)
        return probe(request) if probe else self.get_response(request)


@cache
def _probes() -> dict[str, Callable[[HttpRequest], HttpResponse]]:
    return {reverse("live"): health.live, reverse("ready"): health.ready}
