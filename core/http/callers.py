"""Where a request comes from, through the proxies that `PROXIES` counts; who makes it; the security log.

The logger `security` gets one line an event: sign-ins, failures, changes of rights. Values are JSON, so that
no name can forge another line. It contains no password, no key and no address of a table's card.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

from core import logs

HOST_BITS = 64


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose attempts are counted; `is_trusted` for the administrators of the site."""

    address: str
    account: str = ""
    is_trusted: bool = False


def caller_of(request: HttpRequest) -> Caller:
    """Who makes the request."""
    user = request.user
    return Caller(address_of(request), str(user.pk or ""), bool(user.is_active and user.is_staff))


def address_of(request: HttpRequest) -> str:
    """The address of the caller; without proxies no `X-Forwarded-For` is believed.

    Of IPv6 it is the network of 64 bits that one customer has at least.
    """
    return folded(origin_of(request))


def origin_of(request: HttpRequest) -> str:
    """The same as it was written."""
    passed = [
        part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()
    ]
    if settings.PROXIES and passed:
        return str(passed[-min(settings.PROXIES, len(passed))])
    return str(request.META.get("REMOTE_ADDR", ""))


def comes_from(request: HttpRequest, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether the caller's address is in one of these networks."""
    address = _parsed(origin_of(request))
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return address is not None and any(address in network for network in networks)


def folded(text: str) -> str:
    """One spelling for all that is one caller; text that is no address stays as it is."""
    found = _parsed(text)
    if isinstance(found, IPv4Address):
        return str(found)
    if found is None:
        return text
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> HOST_BITS << HOST_BITS)}/{HOST_BITS}"


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Some proxies write the port too."""
    for part in (text, text.strip("[]"), text.rpartition(":")[0].strip("[]")):
        with suppress(ValueError):
            return ip_address(part)
    return None


log = logging.getLogger("security")


def note(event: str, *, failed: bool = False, **facts: object) -> None:
    """Write an event: a refusal as a warning, everything else as information."""
    logs.note(log, event, facts, level=logging.WARNING if failed else logging.INFO)


def note_request(event: str, request: HttpRequest, *, failed: bool = False, **facts: object) -> None:
    """The same with who asks, from where, for what."""
    user = getattr(request, "user", None)
    who = user.get_username() if user is not None and user.is_authenticated else None
    note(event, failed=failed, who=who, origin=origin_of(request), path=request.path, **facts)
