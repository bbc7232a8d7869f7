"""The page that shows what all pages are made of."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.look.suits import SIGNS

GROUNDS = ("paper", "surface", "sunk", "felt", "gold", "red", "good", "blue", "ink")
BADGES = ("live", "ready", "wait", "done", "warn")
NOTICES = ("info", "good", "warning", "danger")


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """Colours, type, suits, marks, actions, notices, states and moments, each once."""
    return render(
        request,
        "site/design.html",
        {
            "grounds": GROUNDS,
            "badges": BADGES,
            "notices": NOTICES,
            "suits": SIGNS,
            "places": (1, 2, 3, 4),
        },
    )
