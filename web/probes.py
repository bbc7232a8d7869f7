"""What a load balancer and a container's health check ask: does this process live, can it serve pages?

They are answered before hosts, https and sessions matter, so that a check by address needs no exception,
and a dead worker takes no page away. What works as a whole and what does not says `/saude/`
(`web.views.site.health`).
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from core.db.storage import database_answers

LIVE, READY = "/saude/viva/", "/saude/pronta/"


class Probes:
    """200 while the process answers (`LIVE`), and 503 where it has no database (`READY`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a probe, pass on everything else."""
        if request.path_info == LIVE:
            return _said(is_well=True)
        if request.path_info == READY:
            return _said(is_well=database_answers())
        return self.get_response(request)


def _said(*, is_well: bool) -> HttpResponse:
    status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{status.phrase}\n", status=status, headers=headers, content_type="text/plain")
