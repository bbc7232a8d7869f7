"""Pages for refusals and errors that no view catches."""

import logging
from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from core.db.storage import takes_no_changes
from core.errors import Forbidden, Refused, Stale, TooMany
from core.http.callers import note_request
from web.http.limiting import too_many
from web.http.requests import htmx_details

log = logging.getLogger(__name__)

RETRY_SECONDS = "5"


class SignInFirst(Exception):
    """A visitor asks for something that needs an account.

    `RefusalMiddleware` redirects to the sign-in page.
    """


class RefusalMiddleware:
    """Turns a refusal into a page with 403, 404, 409, 410, 422 or 429, or a redirect to the sign-in page.

    An unavailable or read-only database becomes a page with 503.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Call the view; `process_exception` does the work."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for a refusal or an unavailable database.

        None leaves bugs, and everything under `api/`, to others.
        """
        if request.path.startswith(reverse("home") + "api/"):
            return None
        if isinstance(error, DatabaseError | InterfaceError) and (page := unavailable_template(error)):
            return service_unavailable(error, page)
        if isinstance(error, SignInFirst):
            return redirect_to_sign_in(request)
        if isinstance(error, Forbidden):
            return forbidden(request, error)
        if isinstance(error, Stale | Refused | TooMany):
            return refusal_response(request, error)
        return None


def unavailable_template(error: DatabaseError | InterfaceError) -> str:
    """Return the template that tells of an unavailable or read-only database; "" for a bug of ours."""
    if takes_no_changes(error):
        return "503_read_only.html"
    return "503.html" if isinstance(error, OperationalError | InterfaceError) else ""


def service_unavailable(error: Exception, page: str) -> HttpResponse:
    """Log the error, and return 503 with the template `page`, which needs no database."""
    log.error("database unavailable: %s", error)
    return HttpResponse(render_to_string(page), status=503, headers={"Retry-After": RETRY_SECONDS})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 404 page, or 503 if the database is unavailable."""
    try:
        return render(request, "404.html", status=404)
    except (DatabaseError, InterfaceError) as error:
        if page := unavailable_template(error):
            return service_unavailable(error, page)
        raise


def forbidden(request: HttpRequest, error: Forbidden) -> HttpResponse:
    """Return 404 if the existence is private, 410 if it was taken down, else 403 with an entry in the log."""
    if error.code == "not_found":
        return render(request, "404.html", status=404)
    if error.code == "taken_down":
        return render(request, "410.html", status=410)
    note_request("right_refused", request, failed=True, code=error.code)
    return render(request, "403.html", {"refusal": error}, status=403)


def refusal_response(request: HttpRequest, error: Stale | Refused | TooMany) -> HttpResponse:
    """Return 409 if the state has changed, 429 after too many attempts, else 422 with every violation."""
    if isinstance(error, TooMany):
        return too_many(request, error)
    if isinstance(error, Stale):
        return render(request, "409.html", {"refusal": error}, status=409)
    return render(request, "422.html", {"violations": error.violations}, status=422)


def redirect_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page, which returns to the page where the visitor was."""
    answer = redirect_to_login(_return_path(request))
    return HttpResponseClientRedirect(answer.url) if htmx_details(request) else answer


def _return_path(request: HttpRequest) -> str:
    """Return the path to come back to after signing in.

    That is this page, after a post or for htmx the page that sent it, or home.
    """
    if request.method in {"GET", "HEAD"} and not htmx_details(request):
        return request.get_full_path()
    came_from = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, request.is_secure())
    return came_from if ours and came_from else reverse("home")
