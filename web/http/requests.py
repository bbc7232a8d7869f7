"""Facts of a request: whether it wants a page or a fragment (htmx), the act and record number of its form.

Everything also works without htmx.
"""

from collections.abc import Mapping
from typing import TypeVar, cast

from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from core.errors import Refused, Violation
from core.text import number_in

Act = TypeVar("Act")
WHOLE_PAGE = ("HTTP_HX_BOOSTED", "HTTP_HX_HISTORY_RESTORE_REQUEST")


def htmx_details(request: HttpRequest) -> HtmxDetails:
    """Return what htmx says of the request; falsy if htmx did not send it."""
    return cast("HtmxDetails", getattr(request, "htmx"))  # noqa: B009 - set by django-htmx's middleware


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether htmx requests a part of the page; False for a whole page that htmx loads.

    It reads the plain headers, as the shared cache in front does (docs/operating/proxy/common.conf).
    """
    is_htmx = request.META.get("HTTP_HX_REQUEST") == "true"
    return is_htmx and not any(request.META.get(name) for name in WHOLE_PAGE)


def seen(request: HttpRequest) -> int | None:
    """Return the record's number that the sent form has seen (its hidden field `seen`).

    None if it has none.
    """
    return number_in(request.POST.get("seen"))


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return what was posted; None if the request is no POST."""
    return request.POST if request.method == "POST" else None


def posted_act(request: HttpRequest, acts: Mapping[str, Act]) -> Act:
    """Return the act of the pressed button, by its value (`act`); the key "" is for a button without one.

    Raise `Refused` `act_unknown` for any other value.
    """
    found = acts.get(request.POST.get("act", ""))
    if found is None:
        raise Refused([Violation("act_unknown", field="act")])
    return found
