"""Rate limits on pages: counted together with the API's, answered with 429."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django_htmx.http import reswap, retarget

from core.errors import TooMany
from core.http import rate_limit
from core.http.callers import caller_of
from core.http.rate_limit import Purpose
from web.http.requests import wants_fragment

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], Answer]


def limited(purpose: Purpose) -> Callable[[View[P, Answer]], View[P, Answer]]:
    """Decorate a view: each request counts against a limit, and above it raises `TooMany`.

    Put it outside of a read snapshot, since counting writes.
    """

    def decorate(view: View[P, Answer]) -> View[P, Answer]:
        """Return the view with the limit."""

        @wraps(view)
        def limited_view(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
            """Count the request, then call the view. Raise `TooMany`."""
            hit_limit(request, purpose)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate


def hit_limit(request: HttpRequest, purpose: Purpose) -> None:
    """Count one attempt of the request's caller (account or address). Raise `TooMany` above the limit."""
    rate_limit.hit(purpose, caller_of(request))


def set_retry_after(response: HttpResponse, refusal: TooMany | None) -> HttpResponse:
    """Add `Retry-After` in seconds for programs; leave the response unchanged if `refusal` is None."""
    if refusal:
        response.headers["Retry-After"] = str(refusal.seconds)
    return response


def too_many(request: HttpRequest, refusal: TooMany) -> HttpResponse:
    """Return 429 with `Retry-After`: a page, or for htmx a notice at the top of the unchanged page."""
    context = {"refusal": refusal}
    if not wants_fragment(request):
        return set_retry_after(render(request, "429.html", context, status=429), refusal)
    response = render(request, "_too_many.html", context, status=429)
    return set_retry_after(retarget(reswap(response, "innerHTML"), "#too-often"), refusal)
