"""Middleware, in the order of `config.settings.MIDDLEWARE`.

Cached pages are in `web.response_cache`, refusals in `web.http.errors`. Nothing here reads or changes a
tournament.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signing_in.password_given import note_given, was_given_within
from tournaments.setup.staff import owes_second_factor
from web.pages import form_page
from web.site import health
from web.site.forms import OwnPasswordForm, is_valid_with_password


class Probes:
    """Answers probes of load balancers and Prometheus before hosts, HTTPS and sessions are checked.

    So a check by IP address needs no exception. `/saude/` reports the state of the whole site.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a probe without a query string.

        Pass on others, and a caller who may not read the metrics.
        """
        probe = None if request.META.get("QUERY_STRING") else _probes().get(request.path_info)
        if probe is not None:
            with suppress(Http404):  # the caller may not read the metrics
                return probe(request)
        return self.get_response(request)


@cache
def _probes() -> dict[str, Callable[[HttpRequest], HttpResponse]]:
    """Return the views of probes of this process, by path."""
    return {
        reverse("live"): health.liveness,
        reverse("ready"): health.readiness,
        reverse("metrics"): health.metrics,
    }


TIME_HEADER = "Server-Time"
ADDRESS = "/hora/"


class ServerTime:
    """Add `Server-Time`, milliseconds since 1970 in UTC, to every htmx response; clocks on pages use it.

    It answers `/hora/` itself: 204 with that header. Cached pages cannot contain the time, and clocks of
    devices are wrong.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the header to responses for htmx; answer `/hora/` with the header alone."""
        asks = request.path_info == ADDRESS
        response = _no_content() if asks else self.get_response(request)
        if asks or "HTTP_HX_REQUEST" in request.META:
            response.headers[TIME_HEADER] = str(time.time_ns() // 1_000_000)
        return response


def _no_content() -> HttpResponse:
    """Return 204, which caches must not keep."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


class CompressPages(GZipMiddleware):
    """Compress every response except those of the API, also on a laptop without a proxy.

    Compression would weaken the strong `ETag` of the API. Django pads each page by a random length and masks
    CSRF tokens, so the size of a page says nothing about a token (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if the browser accepts it, it is long enough and not the API's."""
        if request.path.startswith("/api/"):
            return response
        return super().process_response(request, response)


class ContentPolicy(CSPMiddleware):
    """Set the Content-Security-Policy, built once per process.

    The package builds it only for responses with a policy or nonce of their own.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the default policy to the response, unless request or response has a policy of its own."""
        own = any(name.startswith("_csp") for part in (request, response) for name in part.__dict__)
        if own or settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, default_policy())
        return response


@cache
def default_policy() -> str:
    """Return the policy of pages without one of their own, as the value of its header."""
    return build_policy()


NEVER = "max-age=0, no-cache, no-store, must-revalidate, private"


class PrivatePages:
    """Forbid browsers and proxies to cache personal pages: the next person at a tablet must not see them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Forbid caching of responses to requests with a session, except the API's and immutable files.

        The API sets the lifetime of its own responses. Immutable files are the same for every reader.
        """
        response = self.get_response(request)
        is_personal = settings.SESSION_COOKIE_NAME in request.COOKIES and not _is_immutable(response)
        if is_personal and not request.path.startswith("/api/"):
            _forbid_caching(response)
        return response


def _forbid_caching(response: HttpResponse) -> None:
    """Set Django's headers against caching on the response; `Expires: 0` is in the past.

    Directly if it has none of them, which is faster.
    """
    if response.has_header("Cache-Control") or response.has_header("Expires"):
        add_never_cache_headers(response)
    else:
        response.headers["Cache-Control"], response.headers["Expires"] = NEVER, "0"


def _is_immutable(response: HttpResponse) -> bool:
    """Return whether the response says that it never changes: a static file."""
    return "immutable" in response.headers.get("Cache-Control", "")


OPEN = ("/conta/", "/idioma/", "/saude/", "/static/", "/api/", "/privacidade/", "/sw.js")


class SecondFactorFirst:
    """Redirect accounts that owe two-step verification to its page; the API refuses by itself.

    They are administrators, and organizers of tournaments that are not over. Addresses in `OPEN` stay free.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Redirect an account that owes two-step verification; pass on all other requests."""
        if not settings.SECOND_FACTOR or request.path.startswith(OPEN):
            return self.get_response(request)
        if not isinstance(request.user, User) or not owes_second_factor(request.user):
            return self.get_response(request)
        messages.warning(request, _("Organizers need two-step verification on this site. Turn it on first."))
        return redirect(reverse("second_factor"))


ADMIN = "/admin/"
GOOD_FOR = timedelta(minutes=5)
PREFIX = "again"
NOT_CARRIED = ("csrfmiddlewaretoken", "password", f"{PREFIX}-")
"""Prefixes of fields that the page does not repeat: passwords have to be typed again."""


class PasswordAgain:
    """Asks administrators for their password before a change, if they gave it over five minutes ago.

    The page with the question repeats the posted fields.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on reads, and changes within five minutes of the password; else show the password form.

        A right password is stored as given now, and the repeated change passes on.
        """
        user = request.user if _is_change(request) else None
        if not isinstance(user, User) or not user.is_staff or was_given_within(request, GOOD_FOR):
            return self.get_response(request)
        asked = f"{PREFIX}-password" in request.POST
        form = OwnPasswordForm(user, request.POST if asked else None, prefix=PREFIX)
        if asked and is_valid_with_password(request, user, form):
            note_given(request)
            return self.get_response(request)
        return form_page(
            request, "site/password_again.html", {"form": form, "carried": list(_posted_fields(request))}
        )


def _is_change(request: HttpRequest) -> bool:
    """Return whether the request posts a change to the administration; signing out is none."""
    return request.method == "POST" and request.path.startswith(ADMIN) and request.path != f"{ADMIN}logout/"


def _posted_fields(request: HttpRequest) -> Iterator[tuple[str, object]]:
    """Yield name and value of the posted fields, for the page to post again; no passwords."""
    for name, values in request.POST.lists():
        if not name.startswith(NOT_CARRIED):
            yield from ((name, value) for value in values)
