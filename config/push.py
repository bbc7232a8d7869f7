"""The key of web push messages (VAPID, RFC 8292)."""

import re
import sys
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from importlib.util import find_spec

FORMAT = re.compile(r"[A-Za-z0-9_-]{43}=?")
"""32 bytes in base64url, as `manage.py push_key` prints them."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Private keys of P-256 are below it (FIPS 186-5)."""


def push_key(given: str, origins: Sequence[str]) -> str:
    """Return the private key; "" without one. Exit if it is no key, or what it needs is missing."""
    if not given:
        return ""
    if not _is_private_key(given):
        sys.exit("VAPID_KEY is not a key: take one that `manage.py push_key` prints.")
    if not any("*" not in origin for origin in origins):
        sys.exit(
            "VAPID_KEY needs CSRF_TRUSTED_ORIGINS=https://your.host, by which push services know the site."
        )
    if find_spec("cryptography") is None:
        sys.exit("VAPID_KEY needs the package cryptography, which does not exist for this computer.")
    return given.rstrip("=")


def _is_private_key(text: str) -> bool:
    """Return whether this is a private key of P-256, without the package that uses it."""
    if not FORMAT.fullmatch(text):
        return False
    number = int.from_bytes(urlsafe_b64decode(text.rstrip("=") + "="), "big")
    return 0 < number < ORDER
