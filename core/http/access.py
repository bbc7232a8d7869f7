"""The access log: who, from where, route, status, duration; and the request id in the response.

It is the outermost middleware, so that early responses are logged too. Successful health checks and polls
without news (`web.response_cache`) are not logged; the metrics count them.
"""

import logging
import time
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.functional import SimpleLazyObject

from core import logs
from core.http.callers import origin_of
from core.logs import note

log = logging.getLogger("access")

QUIET = ("live", "ready", "metrics")
"""Route names of health checks and metrics, which are requested every few seconds."""
ROUTE, SILENT = "route_answered", "answered_quietly"
GIVEN = f"HTTP_{logs.TRACE_HEADER.upper().replace('-', '_')}"  # `request.headers` parses all headers

Finished = Callable[[HttpRequest, HttpResponseBase, str, float], None]
listeners: list[Finished] = []
"""Called after each request with its route name and duration in seconds (`operating.metrics`)."""


class Access:
    """Middleware that gives each request an id, and logs it when the response is ready."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Handle the request; add its id to the response, and log it unless it is a quiet one that succeeded.

        The id is the proxy's if it is valid, else a new one. The listeners of metrics get quiet requests too.
        """
        given = request.META.get(GIVEN, "") if settings.PROXIES else ""
        with logs.traced(logs.accepted_trace(given)) as doing:
            began = time.perf_counter()
            response = self.get_response(request)
            response.headers[logs.TRACE_HEADER] = doing
            self._report(request, response, time.perf_counter() - began)
        return response

    def _report(self, request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        """Pass the request to the listeners of metrics; log it, unless it is a quiet one that succeeded."""
        if not listeners and not log.isEnabledFor(logging.INFO):
            return
        route = route_of(request)
        for tell in listeners:
            tell(request, response, route, seconds)
        is_quiet = route in QUIET or SILENT in request.__dict__
        if not log.isEnabledFor(logging.INFO) or (is_quiet and response.status_code < 400):
            return
        facts = {
            "method": request.method,
            "path": request.path,
            "route": route,
            "status": response.status_code,
            "ms": round(seconds * 1000, 1),
            "who": known_user_name(request),
            "origin": origin_of(request),
        }
        note(log, "request", facts)


def set_route(request: HttpRequest, route: str) -> None:
    """Set the route name for log and metrics, of a request that is answered before its URL is resolved."""
    request.__dict__[ROUTE] = route


def skip_access_log(request: HttpRequest) -> None:
    """Leave this request out of the access log if it succeeds, as frequent polls without news."""
    request.__dict__[SILENT] = True


def route_of(request: HttpRequest) -> str:
    """Return the route name of the request, so that all tournaments share one name.

    `none` without a route.
    """
    if route := request.__dict__.get(ROUTE):
        return str(route)
    match = request.resolver_match
    return (match.view_name or match.route) if match else _route_at(request.path_info)


@lru_cache(maxsize=4096)
def _route_at(path: str) -> str:
    """Return the route of a path that no view answered, such as one from the response cache; `none` if it
    has no route.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return "none"
    return match.view_name or match.route


def known_user_name(request: HttpRequest) -> str | None:
    """Return the user name if this request has loaded its user and is signed in; else None.

    No query is made for a log line.
    """
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject) or user is None:
        user = request.__dict__.get("_cached_user")
    return user.get_username() if user is not None and user.is_authenticated else None
