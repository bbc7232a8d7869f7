"""Settings that are checked when a server starts; it ends with a sentence if one is wrong.

Servers run none of Django's checks.
"""

import re
import sys
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from email.utils import parseaddr
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import environ

LONGEST_WEBHOOK = 300
PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465, "consolemail": 0}
"""Schemes of mail servers and their ports: plain, STARTTLS, TLS at once, and printed for a trial."""
PUSH_KEY = re.compile(r"[A-Za-z0-9_-]{43}=?")
"""32 bytes in base64url, as `manage.py push_key` prints them."""
KEY_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Private keys of P-256 are below it (FIPS 186-5)."""


def trusted_origins(given: Sequence[str]) -> list[str]:
    """Return the origins without a slash at the end, so that links can be appended; exit if one is wrong."""
    origins = [origin.rstrip("/") for origin in given]
    for origin in origins:
        scheme, _sign, host = origin.partition("://")
        if scheme not in ("http", "https") or not host or "/" in host:
            sys.exit(f"CSRF_TRUSTED_ORIGINS: {origin} is no origin. Write it as https://your.host.")
    return origins


def site_webhooks(given: Sequence[str]) -> list[str]:
    """Return the site's addresses for webhooks, unchanged; exit if one is wrong.

    They must be right, because acts of all tournaments store deliveries to them.
    """
    for url in given:
        if not url.startswith(("https://", "http://")) or len(url) > LONGEST_WEBHOOK:
            sys.exit(f"SITE_WEBHOOKS: {url} is no address. Write addresses that begin with https://.")
    return list(given)


def mail_settings(url: str, sender: str) -> dict[str, Any]:
    """Return Django's `EMAIL_…`, `DEFAULT_FROM_EMAIL` and `SERVER_EMAIL` for `EMAIL_URL` and a sender.

    Empty without a url. Exit with a sentence if either is wrong.
    """
    if not url:
        return {}
    scheme = url.partition("://")[0]
    if scheme not in PORTS:
        sys.exit(f"EMAIL_URL begins with one of {', '.join(PORTS)}, followed by ://")
    if "@" not in parseaddr(sender)[1]:
        sys.exit("EMAIL_URL needs MAIL_FROM, the sender: chama@your.host, or Chama <chama@your.host>")
    if not _names_server(url):
        sys.exit("EMAIL_URL names a mail server and, if needed, its port: smtp+tls://mail.your.host:587")
    given = environ.Env.email_url_config(url)
    found = {name: value for name, value in given.items() if name.startswith("EMAIL_") and value is not None}
    return {"EMAIL_PORT": PORTS[scheme], **found, "DEFAULT_FROM_EMAIL": sender, "SERVER_EMAIL": sender}


def _names_server(url: str) -> bool:
    """Return whether the address has a host and no malformed port; `consolemail://` needs no host."""
    parts = urlsplit(url)
    try:
        _ = parts.port
    except ValueError:
        return False
    return bool(parts.hostname) or parts.scheme == "consolemail"


def push_key(given: str, origins: Sequence[str]) -> str:
    """Return the private key of push notices (VAPID) without padding; "" if none is set.

    Exit if it is no key, if every trusted origin has a `*`, or if `cryptography` is not installed.
    """
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
    """Return whether the text is a private key of P-256 in base64url; needs no package for it."""
    if not PUSH_KEY.fullmatch(text):
        return False
    number = int.from_bytes(urlsafe_b64decode(text.rstrip("=") + "="), "big")
    return 0 < number < KEY_ORDER
