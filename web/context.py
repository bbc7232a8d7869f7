"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core import jobs, space


def site(request: HttpRequest) -> dict[str, Any]:
    """The version, whether scheduling is delayed, and what is left of a disk that is nearly full."""
    return {
        "version": settings.VERSION,
        "is_delayed": lambda: jobs.is_delayed(timezone.now()),
        "megabytes_left": lambda: space.megabytes() if space.is_short() else None,
    }
