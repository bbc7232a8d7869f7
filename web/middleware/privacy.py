"""No signed-in page stays on a shared tablet: the next person cannot see it, even by the Back button."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

NEVER = "max-age=0, no-cache, no-store, must-revalidate, private"


class PrivatePages:
    """Forbid browsers and proxies to cache personal pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Mark responses to requests with a session; the API sets how long its own responses hold.

        What has its address from its bytes is the same for everybody, and says so.
        """
        response = self.get_response(request)
        is_personal = settings.SESSION_COOKIE_NAME in request.COOKIES and not _is_for_ever(response)
        if is_personal and not request.path.startswith("/api/"):
            _never_keep(response)
        return response


def _never_keep(response: HttpResponse) -> None:
    """As Django says it, at once where nothing is said yet: `0` is no date, and so over for every cache."""
    if response.has_header("Cache-Control") or response.has_header("Expires"):
        add_never_cache_headers(response)
    else:
        response.headers["Cache-Control"], response.headers["Expires"] = NEVER, "0"


def _is_for_ever(response: HttpResponse) -> bool:
    return "immutable" in response.headers.get("Cache-Control", "")
