"""What every page knows."""

from django.conf import settings
from django.http import HttpRequest

from core.db import space
from web.ready.delay import delayed_lately


def site(request: HttpRequest) -> dict[str, object]:
    """The version, whether scheduling is delayed, and what is left of a disk that is nearly full."""
    return {
        "version": settings.VERSION,
        "is_delayed": delayed_lately,
        "megabytes_left": lambda: space.megabytes() if space.is_short() else None,
    }
