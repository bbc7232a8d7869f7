"""TLS for the laptop's server: waitress connections in the same loop and threads as plain ones.

waitress has no TLS. Since its loop never waits for a client, only reading and writing change: bytes are
decrypted where they come in and encrypted where they go out. Limits, threads and the queue are the same for
all.
"""

import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from laptop.early_reject import HeadFirstChannel

NOT_YET = (ssl.SSLWantReadError, ssl.SSLWantWriteError)


def context_of(certificate: Path) -> ssl.SSLContext:
    """Return the TLS server context for a PEM file with a key and its certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(certificate)
    return context


class TLSChannel(HeadFirstChannel):
    """A connection whose socket speaks TLS.

    The loop reads while a thread writes, which one TLS session does not allow, so a lock serializes them.
    """

    def __init__(self, server: "TLSServer", sock: socket, *known: Any, **named: Any) -> None:
        self._tls_lock = threading.Lock()
        wrapped = server.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, wrapped, *known, **named)

    def handle_read(self) -> None:
        """Read what has come; the handshake comes first and is not passed to the application."""
        try:
            data = self._read_decrypted()
        except NOT_YET:
            return
        except OSError:  # a phone that does not trust the certificate hangs up
            data = b""
        if not data:
            self.handle_close()
            return
        self.last_activity = time.time()
        self.received(data)

    def _read_decrypted(self) -> bytes:
        """Return all available decrypted bytes: any left in the TLS session would not wake the loop again."""
        with self._tls_lock:
            data: bytes = self.socket.recv(self.adj.recv_bytes)
            while left := self.socket.pending():
                data += self.socket.recv(left)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what can be sent now and return the number of bytes sent, maybe 0.

        If the client is gone, the loop closes the connection later, even if `do_close` is set.
        """
        try:
            with self._tls_lock:
                return int(self.socket.send(data)) if self.connected else 0
        except NOT_YET:
            return 0
        except OSError:
            self.will_close = True
            return 0

    def handle_close(self) -> None:
        """Send the TLS closing alert if possible without waiting, and close the connection.

        After the alert the socket is a plain one, so no thread may send any more.
        """
        with suppress(OSError, ValueError), self._tls_lock:
            self.connected = False
            if self.socket is not None:
                self.socket.unwrap()
        super().handle_close()


class TLSServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Listens at a socket of its own, in the loop and with the threads of another server."""

    def __init__(
        self,
        application: object,
        listening: socket,
        context: ssl.SSLContext,
        *,
        sockets: dict[int, object],
        dispatcher: object,
        options: Mapping[str, Any],
    ) -> None:
        self.context = context
        known = (listening.family, listening.type, listening.proto, listening.getsockname())
        chosen = Adjustments(url_scheme="https", sockets=[listening], **options)
        super().__init__(
            application, sockets, True, listening, dispatcher, chosen, sockinfo=known, bind_socket=False
        )

    def channel_class(self, *connected: Any, **named: Any) -> None:
        """Open a connection; ignore one that has already ended."""
        with suppress(OSError):
            TLSChannel(*connected, **named)
