"""Django's settings of mail, from the address of a mail server."""

import sys
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import environ

PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465, "consolemail": 0}
"""Schemes and their ports: plain, STARTTLS, TLS from the beginning, and printed for a trial."""


def mail_settings(url: str, sender: str) -> dict[str, Any]:
    """Return Django's `EMAIL_…` and `DEFAULT_FROM_EMAIL`; nothing without a url. Exit if one is wrong."""
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
    parts = urlsplit(url)
    try:
        _ = parts.port
    except ValueError:
        return False
    return bool(parts.hostname) or parts.scheme == "consolemail"
