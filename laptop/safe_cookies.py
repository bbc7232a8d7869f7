"""Cookies of a laptop's https: they never go over the plain port, and neither port has the other's.

A cookie belongs to a host, not to a port. Under one name, a browser that has it from https would refuse that
of the plain port, and no one could sign in there; so over https each has a prefix, which browsers obey
(RFC 6265bis, 4.1.3).
"""

from collections.abc import Callable, Iterable
from wsgiref.types import WSGIEnvironment

PREFIX = "__Secure-"

Headers = list[tuple[str, str]]
Application = Callable[[WSGIEnvironment, Callable[..., object]], Iterable[bytes]]


class SafeCookies:
    """The application, to which cookies have their usual names."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: Callable[..., object]) -> Iterable[bytes]:
        """Pass the request on."""

        def start(status: str, headers: Headers, *failed: object) -> object:
            return start_response(status, [outward(*header) for header in headers], *failed)

        return self.application({**environ, "HTTP_COOKIE": inward(environ.get("HTTP_COOKIE", ""))}, start)


def inward(cookies: str) -> str:
    """Those that were set over https, under their usual names; no others."""
    found = (cookie.strip() for cookie in cookies.split(";"))
    return "; ".join(cookie.removeprefix(PREFIX) for cookie in found if cookie.startswith(PREFIX))


def outward(name: str, value: str) -> tuple[str, str]:
    """The header, as it goes out; a cookie, before which Django leaves a blank, under its name over https."""
    return (name, f"{PREFIX}{value.lstrip()}; Secure") if name.lower() == "set-cookie" else (name, value)
