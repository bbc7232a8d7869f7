"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from core import jobs


def site(request: HttpRequest) -> dict[str, Any]:
    """The product's version, and whether scheduling is delayed (asked only by pages that say so)."""
    return {"version": settings.VERSION, "is_delayed": lambda: jobs.is_delayed(timezone.now())}
