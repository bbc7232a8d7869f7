"""The key of web push messages (VAPID, RFC 8292)."""

import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec

FORMAT = re.compile(r"[A-Za-z0-9_-]{43}=?")
"""32 bytes in base64url, as `manage.py push_key` prints them."""


def push_key(given: str, origins: Sequence[str]) -> str:
    """Return the private key; "" without one. Exit if it is no key, or what it needs is missing."""
    if not given:
        return ""
    if not FORMAT.fullmatch(given):
        sys.exit("VAPID_KEY is not a key: take one that `manage.py push_key` prints.")
    if not any("*" not in origin for origin in origins):
        sys.exit(
            "VAPID_KEY needs CSRF_TRUSTED_ORIGINS=https://your.host, by which push services know the site."
        )
    if find_spec("cryptography") is None:
        sys.exit("VAPID_KEY needs the package cryptography, which does not exist for this computer.")
    return given.rstrip("=")
