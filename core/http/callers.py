"""The caller of a request: network address behind `PROXIES` proxies, account, and the security log.

The logger `security` gets one line for each event: sign-ins, failures, changes of rights. Values are JSON, so
that no name can forge another line. It contains no password, no key and no token of a table's card.
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
    """The address and account whose attempts are counted together.

    `account` is usually a primary key, "" if no one is signed in. `is_trusted`: administrators of the site.
    """

    address: str
    account: str = ""
    is_trusted: bool = False


def caller_of(request: HttpRequest) -> Caller:
    """Return the caller of the request; this loads its user."""
    user = request.user
    return Caller(address_of(request), str(user.pk or ""), bool(user.is_active and user.is_staff))


def address_of(request: HttpRequest) -> str:
    """Return the caller's address; without proxies `X-Forwarded-For` is ignored.

    An IPv6 address becomes its /64 network, the least that one customer has.
    """
    return fold_address(origin_of(request))


def origin_of(request: HttpRequest) -> str:
    """Return the address that the outermost trusted proxy saw.

    That of the connection without proxies, or without `X-Forwarded-For`. Empty if unknown; IPv6 is not
    shortened.
    """
    passed = [
        part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()
    ]
    if settings.PROXIES and passed:
        return str(passed[-min(settings.PROXIES, len(passed))])
    return str(request.META.get("REMOTE_ADDR", ""))


def comes_from(request: HttpRequest, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether the caller's address is in one of these networks."""
    address = _parse_address(origin_of(request))
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return address is not None and any(address in network for network in networks)


def fold_address(text: str) -> str:
    """Return one spelling for all addresses of one caller; text that is no address stays as it is."""
    found = _parse_address(text)
    if isinstance(found, IPv4Address):
        return str(found)
    if found is None:
        return text
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> HOST_BITS << HOST_BITS)}/{HOST_BITS}"


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, with or without the port that some proxies add; None if it is none."""
    for part in (text, text.strip("[]"), text.rpartition(":")[0].strip("[]")):
        with suppress(ValueError):
            return ip_address(part)
    return None


log = logging.getLogger("security")


def note(event: str, *, failed: bool = False, **facts: object) -> None:
    """Write an event to the security log: a failure as a warning, everything else as information."""
    logs.note(log, event, facts, level=logging.WARNING if failed else logging.INFO)


def note_request(event: str, request: HttpRequest, *, failed: bool = False, **facts: object) -> None:
    """Write an event to the security log with the user, address and path of the request."""
    user = getattr(request, "user", None)
    who = user.get_username() if user is not None and user.is_authenticated else None
    note(event, failed=failed, who=who, origin=origin_of(request), path=request.path, **facts)
