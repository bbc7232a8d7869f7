"""Refusals before any view runs: a page, or the API's problem document.

Refused are bodies that are too large (`core.http.bodies` has dropped them), and characters that no text
contains: a NUL in the address, the query, a cookie or a form field. PostgreSQL accepts no NUL, and no browser
sends one. A letter with more than thirty combining marks is refused too, because normalizing it could take
minutes.

The caller is unknown and no database is read, so the pages are as plain as that of a broken server. If
`ADMIN_FROM` names networks, /admin/ does not exist for others.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import override

from api.problems import MEDIA_TYPE, Problem, violation_of_code
from core.http.bodies import TOO_LARGE
from core.http.callers import comes_from
from core.http.language import language_of
from core.text import has_stacked_marks

API, ADMIN = "/api/", "/admin/"
NUL = "\x00"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class RequestGuard:
    """Middleware that refuses a request with 413, 400 or 405 before sessions, CSRF and views read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response of the next layer, or the refusal of the request.

        405 for TRACE, 413 `body_too_large`, 400 `odd_characters`. Raise `Http404` for /admin/ from a
        network that `ADMIN_FROM` does not name.
        """
        if request.method == "TRACE":
            return HttpResponseNotAllowed(METHODS)
        if most := request.META.get(TOO_LARGE):
            return refusal_response(request, 413, "body_too_large", {"most": most})
        if any(map(_has_odd_characters, _texts_outside_body(request))):
            return refusal_response(request, 400, "odd_characters")
        if request.path_info.startswith(ADMIN) and not _may_administer(request):
            raise Http404
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Return 400 `odd_characters` for a posted form with such a character; None lets the view run.

        The API checks its own input.
        """
        if request.method != "POST" or request.path_info.startswith(API):
            return None
        return (
            refusal_response(request, 400, "odd_characters")
            if any(map(_has_odd_characters, _form_texts(request)))
            else None
        )


def refusal_response(
    request: HttpRequest, status: int, code: str, facts: dict[str, object] | None = None
) -> HttpResponse:
    """Return the refusal in the request's language, as a page or as the API's problem document."""
    with override(language_of(request)):
        if request.path_info.startswith(API):
            problem = Problem(status, code, [violation_of_code(code, facts=facts)])
            answer: HttpResponse = JsonResponse(problem.body, status=status, content_type=MEDIA_TYPE)
        else:
            answer = HttpResponse(render_to_string(f"{status}.html", facts), status=status)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


def _may_administer(request: HttpRequest) -> bool:
    """Return whether the request's address may see /admin/: any without `ADMIN_FROM`."""
    return settings.ADMIN_FROM is None or comes_from(request, settings.ADMIN_FROM)


def _has_odd_characters(text: str) -> bool:
    """Return whether the text has a NUL, or more than thirty combining marks on one letter."""
    return NUL in text or has_stacked_marks(text)


def _texts_outside_body(request: HttpRequest) -> Iterable[str]:
    """Return the path, the query's names and values, and the values of cookies."""
    return chain((request.path_info,), _names_and_values(request.GET.lists()), request.COOKIES.values())


def _form_texts(request: HttpRequest) -> Iterable[str]:
    """Return names and values of the posted form's fields, and the names of its files' fields."""
    return chain(_names_and_values(request.POST.lists()), request.FILES)


def _names_and_values(lists: Iterable[tuple[str, list[Any]]]) -> Iterator[str]:
    """Yield each name, and after it its values."""
    for name, values in lists:
        yield name
        yield from values
