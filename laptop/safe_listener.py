"""A socket that is certified by an authority of this laptop's own. It needs the package cryptography."""

from pathlib import Path
from socket import socket

from django.conf import settings
from django.utils import timezone

from core.http.reaching import addresses, is_numeric, served
from core.http.safe import shown
from core.private import write
from laptop.authority import authority_for, certified
from laptop.server import Listener
from laptop.tls import context_of

KEPT_IN = "https_server.pem"


def safe_listener(listening: socket, host: str, port: int) -> Listener:
    """This socket with a new certificate, of the addresses that this computer has now."""
    found = tuple(filter(is_numeric, addresses(host)))
    authority = authority_for(settings.DATA_DIR, found, timezone.now())
    path: Path = settings.DATA_DIR / KEPT_IN
    write(path, certified(authority, found))
    served.safe_port, shown.addresses = port, found
    shown.authority, shown.name, shown.until = authority.shown, authority.name, authority.until
    return Listener(listening, context_of(path))
