"""The https options of `serve`, their refusals, and the cookies of the https port.

A cookie belongs to a host, not to a port. A browser with a secure cookie refuses the plain port's cookie of
the same name, so sign-in would fail there. So over https each cookie has a prefix, which browsers enforce
(RFC 6265bis, 4.1.3). The certificate is made in `certified_listener`.
"""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.core.management.base import CommandError

from core.terminal import spoken

PORT = "8443"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `serve`."""
    wanted = "also over https, so that phones of the staff can open pages offline"
    parser.add_argument("--https", action="store_true", help=wanted)
    port = os.environ.get("HTTPS_PORT", PORT)
    parser.add_argument("--https-port", type=int, default=port, metavar="N", help=f"its port, else {PORT}")


def refuse_impossible_https() -> None:
    """Raise `CommandError` if a proxy already provides https, or if no certificate can be made here."""
    if settings.HTTPS:
        sentence = "HTTPS=true is for a proxy with https in front of this: remove that variable, or --https."
        raise CommandError(spoken(sentence))
    if find_spec("cryptography") is None:  # it has no wheel for Macs with an Intel processor
        sentence = (
            "This computer has no https: the package cryptography, which creates certificates, is missing. "
            "Start without --https."
        )
        raise CommandError(spoken(sentence))


PREFIX = "__Secure-"

Headers = list[tuple[str, str]]
Application = Callable[[WSGIEnvironment, Callable[..., object]], Iterable[bytes]]


class PrefixedCookies:
    """A WSGI application that hides the https prefix of cookies from the one it wraps."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: Callable[..., object]) -> Iterable[bytes]:
        """Call the application with unprefixed cookies; add the prefix to those it sets."""

        def start(status: str, headers: Headers, *failed: object) -> object:
            return start_response(status, [prefix_cookie(*header) for header in headers], *failed)

        return self.application(
            {**environ, "HTTP_COOKIE": strip_prefix(environ.get("HTTP_COOKIE", ""))}, start
        )


def strip_prefix(cookies: str) -> str:
    """Return a `Cookie` header with only the cookies that have the https prefix, without that prefix."""
    found = (cookie.strip() for cookie in cookies.split(";"))
    return "; ".join(cookie.removeprefix(PREFIX) for cookie in found if cookie.startswith(PREFIX))


def prefix_cookie(name: str, value: str) -> tuple[str, str]:
    """Return the response header; a cookie gets the prefix and `Secure`. Django puts a blank before it."""
    return (name, f"{PREFIX}{value.lstrip()}; Secure") if name.lower() == "set-cookie" else (name, value)
