"""What a request from htmx asks for. Everything also works without it."""

from typing import cast

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

WHOLE_PAGE = ("HTTP_HX_BOOSTED", "HTTP_HX_HISTORY_RESTORE_REQUEST")


def details(request: HttpRequest) -> HtmxDetails:
    """What htmx says of its request; false where it is not htmx's."""
    return cast("HtmxDetails", getattr(request, "htmx"))  # noqa: B009 - set by django-htmx's middleware


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page rather than the page.

    Read from the plain headers, as a shared cache in front does (docs/operating/proxy/common.conf).
    """
    is_htmx = request.META.get("HTTP_HX_REQUEST") == "true"
    return is_htmx and not any(request.META.get(name) for name in WHOLE_PAGE)
