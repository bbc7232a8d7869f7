"""What every page knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The product's version, for the footer."""
    return {"version": settings.VERSION}
