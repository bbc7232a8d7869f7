"""The https listener with a certificate of the laptop's own authority; imported only with `--https`.

It needs the package cryptography, which does not exist for every computer.
"""

from pathlib import Path
from socket import socket

from django.conf import settings
from django.utils import timezone

from core.http import lan_address
from core.secure_files import replace_file
from laptop.authority import issue_certificate, load_or_create_authority
from laptop.server import Listener
from laptop.tls import context_of

FILE_NAME = "https_server.pem"


def create_tls_listener(listening: socket, host: str, port: int) -> Listener:
    """Return a TLS listener for this socket, with a new certificate for this computer's present addresses.

    Store the certificate and its key in `DATA_DIR`, and its facts and the port in `core.http.lan_address`.
    """
    found = tuple(filter(lan_address.is_numeric, lan_address.lan_addresses(host)))
    authority = load_or_create_authority(settings.DATA_DIR, found, timezone.now())
    path: Path = settings.DATA_DIR / FILE_NAME
    replace_file(path, issue_certificate(authority, found))
    lan_address.listen_address.safe_port, shown = port, lan_address.certified
    shown.addresses, shown.authority = found, authority.der
    shown.name, shown.until = authority.name, authority.until
    return Listener(listening, context_of(path))
