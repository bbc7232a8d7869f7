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
from web.requests import wants_fragment

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], Answer]


def limited(purpose: Purpose) -> Callable[[View[P, Answer]], View[P, Answer]]:
    """Decorate a view that counts each of its requests; put it outside of a read snapshot."""

    def decorate(view: View[P, Answer]) -> View[P, Answer]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
            hit_limit(request, purpose)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def hit_limit(request: HttpRequest, purpose: Purpose) -> None:
    """Count one attempt of the request's caller. Raise `TooMany` if it exceeds a limit."""
    rate_limit.hit(purpose, caller_of(request))


def set_retry_after(response: HttpResponse, refusal: TooMany | None) -> HttpResponse:
    """Add `Retry-After` for programs, if the form in the response was refused."""
    if refusal:
        response.headers["Retry-After"] = str(refusal.seconds)
    return response


def too_many(request: HttpRequest, refusal: TooMany) -> HttpResponse:
    """Return 429: a page, or for htmx a notice at the top of the unchanged page."""
    context = {"refusal": refusal}
    if not wants_fragment(request):
        return set_retry_after(render(request, "429.html", context, status=429), refusal)
    response = render(request, "_too_many.html", context, status=429)
    return set_retry_after(retarget(reswap(response, "innerHTML"), "#too-often"), refusal)
