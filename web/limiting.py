"""Doing something too often, on the pages: counted with what the API counts, answered with 429."""

from contextlib import AbstractContextManager

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import reswap, retarget

from core.errors import TooMany
from core.http import rate_limit
from core.http.callers import caller_of
from core.http.limits import Purpose
from web.htmx import wants_fragment


def count(request: HttpRequest, purpose: Purpose) -> None:
    """Count one more; `TooMany` where there were too many."""
    rate_limit.take(purpose, caller_of(request))


def refuse_known(request: HttpRequest, purpose: Purpose) -> None:
    """`TooMany` for a caller who is known to be over the limit; nothing is counted."""
    rate_limit.refuse_known(purpose, caller_of(request))


def counted(request: HttpRequest, purpose: Purpose) -> AbstractContextManager[None]:
    """Count what is made here; what is refused is not."""
    return rate_limit.made(purpose, caller_of(request))


def come_back(response: HttpResponse, refusal: TooMany | None) -> HttpResponse:
    """The answer, which says to programs too when to come back."""
    if refusal:
        response.headers["Retry-After"] = str(refusal.seconds)
    return response


def too_many(request: HttpRequest, refusal: TooMany) -> HttpResponse:
    """429: a page, or for htmx a notice at the head of the page that stays as it is."""
    context = {"refusal": refusal}
    if not wants_fragment(request):
        return come_back(render(request, "429.html", context, status=429), refusal)
    response = render(request, "_too_many.html", context, status=429)
    return come_back(retarget(reswap(response, "innerHTML"), "#too-often"), refusal)
