"""Settings that are addresses: wrong ones end the start, since servers run none of Django's checks."""

import sys
from collections.abc import Sequence

LONGEST_WEBHOOK = 300


def trusted_origins(given: Sequence[str]) -> list[str]:
    """Return the origins without a slash at the end, to which links are appended. Exit if one is wrong."""
    origins = [origin.rstrip("/") for origin in given]
    for origin in origins:
        scheme, _sign, host = origin.partition("://")
        if scheme not in ("http", "https") or not host or "/" in host:
            sys.exit(f"CSRF_TRUSTED_ORIGINS: {origin} is no origin. Write it as https://your.host.")
    return origins


def site_webhooks(given: Sequence[str]) -> list[str]:
    """Return the site's addresses for webhooks. Exit if one is wrong: acts of all tournaments store them."""
    for url in given:
        if not url.startswith(("https://", "http://")) or len(url) > LONGEST_WEBHOOK:
            sys.exit(f"SITE_WEBHOOKS: {url} is no address. Write addresses that begin with https://.")
    return list(given)
