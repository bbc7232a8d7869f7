"""The laptop's address over https, beside its plain one, and the certificate that makes a phone trust it."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from core.http.reaching import addresses, base, served, without_port


@dataclass(slots=True)
class Shown:
    """What the laptop's authority certified since the start; nothing while none is served."""

    addresses: tuple[str, ...] = ()
    authority: bytes = b""
    name: str = ""
    until: datetime | None = None


shown = Shown()


def is_served() -> bool:
    """Whether there is https beside the plain port."""
    return bool(served.safe_port)


def safe_base(asked: str = "") -> str:
    """`https://host:port`, of the host that was asked for where it has several.

    Empty where this computer's address is none that was certified.
    """
    found = [address for address in addresses(served.host) if address in shown.addresses]
    name = without_port(asked)
    chosen = name if name in found else next(iter(found), "")
    return base(chosen, served.safe_port, "https") if chosen else ""


def fingerprint() -> str:
    """By which people tell the authority's certificate from another: SHA-256, as phones show it."""
    return hashlib.sha256(shown.authority).digest().hex(" ").upper()
