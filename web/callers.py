"""Where a request comes from, seen through the proxies that `PROXIES` counts."""

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The address of the caller; without proxies nobody's `X-Forwarded-For` is believed."""
    proxies = int(settings.REST_FRAMEWORK["NUM_PROXIES"])
    passed = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if proxies and passed:
        return passed[-min(proxies, len(passed))]
    return str(request.META.get("REMOTE_ADDR", ""))
