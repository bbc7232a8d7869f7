"""Headers of static files, for a file that is opened by itself or framed by another site.

A page's own policy says what the page may load; this one is for a picture or a script opened like a page.
"""

from collections.abc import MutableMapping

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; "  # for drawings with inline colours
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
)


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Add `Content-Security-Policy` and `X-Frame-Options` to a static file's headers in place.

    WhiteNoise calls it once for each file (`WHITENOISE_ADD_HEADERS_FUNCTION`).
    """
    headers["Content-Security-Policy"] = POLICY
    headers["X-Frame-Options"] = "DENY"
