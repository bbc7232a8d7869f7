"""What a request from htmx asks for. Everything also works without it."""

from typing import cast

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def details(request: HttpRequest) -> HtmxDetails:
    """What htmx says of its request; false where it is not htmx's."""
    return cast("HtmxDetails", getattr(request, "htmx"))  # noqa: B009 - set by django-htmx's middleware


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page rather than the page."""
    htmx = details(request)
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
