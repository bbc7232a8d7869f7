"""What WhiteNoise says with each static file: opened by itself it is no page, and shows nothing of ours.

A page's own policy says what it may load; this one is for a picture or a script that is opened like a page
or put into another site's frame.
"""

from collections.abc import MutableMapping

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; "  # of a drawing, which has its colours in itself
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
)


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Called once for each file, as `WHITENOISE_ADD_HEADERS_FUNCTION`."""
    headers["Content-Security-Policy"] = POLICY
    headers["X-Frame-Options"] = "DENY"
