"""The addresses under which phones reach this computer, over http and https, and its certificate.

The addresses come from the operating system; no packet is sent.
"""

import hashlib
import socket
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.http import HttpRequest

Address = IPv4Address | IPv6Address
AWAY = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2", "2001:db8::1")
"""Addresses on other networks and on those that a laptop creates itself (Linux, Windows, macOS)."""
USUAL = {"http": 80, "https": 443}


@dataclass(slots=True)
class ListenAddress:
    """The address on which `manage.py serve` listens in this process; empty under another server."""

    host: str = ""
    port: int = 0
    safe_port: int = 0
    """The port for https; 0 without one."""


listen_address = ListenAddress()


def reached_at(request: HttpRequest, path: str) -> str:
    """Return the full address of a page for other devices; empty if none can reach this one.

    A request over https gets the plain port: only the staff's devices trust the laptop's certificate.
    """
    host = request.get_host()
    if is_local(host):
        found = lan_addresses(listen_address.host) if listen_address.host else []
        return f"{base_url(found[0], listen_address.port)}{path}" if found else ""
    if listen_address.safe_port and request.is_secure():
        return f"{base_url(without_port(host), listen_address.port)}{path}"
    return request.build_absolute_uri(path)


def address_for_phones(request: HttpRequest, path: str) -> str:
    """Return a page's address for other devices; if none can reach it, the address of the request."""
    return reached_at(request, path) or request.build_absolute_uri(path)


def is_local(host: str) -> bool:
    """Return whether this host, with or without a port, is reached only from this computer.

    That is a loopback or unspecified address (`0.0.0.0`, `::`), or `localhost`.
    """
    name = without_port(host)
    try:
        found = ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return found.is_loopback or found.is_unspecified


def lan_addresses(host: str) -> list[str]:
    """Return this computer's addresses for other devices, for a server listening at `host`; IPv4 first.

    Empty if only this computer can reach that server.
    """
    if not is_for_others(host):
        return []
    if not is_everywhere(host):
        return [host]
    found = {_parse_address(address): None for address in (*_source_addresses(), *_addresses_of_host_name())}
    usable = [address for address in found if address and _is_known_to_others(address, host)]
    return [str(address) for address in sorted(usable, key=lambda address: address.version)]


def is_everywhere(host: str) -> bool:
    """Return whether a server at `host` listens on all addresses of the computer."""
    return host in {"0.0.0.0", "::"}  # noqa: S104 - compared, not listened at


def is_for_others(host: str) -> bool:
    """Return whether a server at `host` is reached from other devices."""
    return is_everywhere(host) or not is_local(host)


def is_numeric(host: str) -> bool:
    """Return whether the host is a numeric address."""
    return _parse_address(host) is not None


def base_url(host: str, port: int, scheme: str = "http") -> str:
    """Return `scheme://host:port`, as a browser writes it: without the usual port, IPv6 in brackets."""
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" if port == USUAL[scheme] else f"{scheme}://{shown}:{port}"


def without_port(host: str) -> str:
    """Return the host without its port and brackets; a name in lower case and without a final dot."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host if host.count(":") > 1 else host.partition(":")[0].lower().rstrip(".")


def _is_known_to_others(address: Address, host: str) -> bool:
    """Return whether other devices may reach the address; IPv6 only if `host` is IPv6."""
    if address.is_loopback or address.is_link_local or address.is_unspecified:
        return False
    return address.version == 4 or ":" in host


def _parse_address(address: str) -> Address | None:
    """Parse a numeric address; None if it is none."""
    try:
        return ip_address(address)
    except ValueError:
        return None


def _source_addresses() -> list[str]:
    """Return this computer's address towards each of `AWAY` to which it has a route."""
    return [found for target in AWAY if (found := _source_address(target))]


def _source_address(target: str) -> str:
    """Return this computer's address towards the target, "" without a route; no packet is sent."""
    family = socket.AF_INET6 if ":" in target else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _addresses_of_host_name() -> list[str]:
    """Return the addresses that this computer's host name resolves to; none if it does not."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)]
    except OSError:
        return []


@dataclass(slots=True)
class Certificate:
    """The certificate that the laptop's authority issued at the start; empty if there is none.

    `authority` is the authority's own certificate (DER), `name` its name, `until` when it expires.
    """

    addresses: tuple[str, ...] = ()
    authority: bytes = b""
    name: str = ""
    until: datetime | None = None


certified = Certificate()


def serves_https() -> bool:
    """Return whether this process also serves https."""
    return bool(listen_address.safe_port)


def https_base_url(asked: str = "") -> str:
    """Return `https://host:port`, with the requested host if it is certified, else the first that is.

    Return "" if no address of this computer is certified.
    """
    found = [address for address in lan_addresses(listen_address.host) if address in certified.addresses]
    name = without_port(asked)
    chosen = name if name in found else next(iter(found), "")
    return base_url(chosen, listen_address.safe_port, "https") if chosen else ""


def authority_fingerprint() -> str:
    """Return the SHA-256 fingerprint of the authority's certificate, written as phones show it."""
    return hashlib.sha256(certified.authority).digest().hex(" ").upper()
