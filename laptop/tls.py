"""https of the laptop: waitress's own connections, some of which speak TLS, in its one loop and its threads.

waitress has no TLS. What it lacks is little, since its loop never waits for a phone: bytes are deciphered
where they come in and enciphered where they go out. Limits, threads and the line before them stay what they
are for all others.
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
    """What a server with this file, a key and its certificate, shows to phones."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(certificate)
    return context


class SafeChannel(HeadFirstChannel):
    """A connection whose socket speaks TLS.

    The loop reads while a thread writes, which one session of TLS does not allow: they take turns.
    """

    def __init__(self, server: "SafeServer", sock: socket, *known: Any, **named: Any) -> None:
        self._one_at_a_time = threading.Lock()
        wrapped = server.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, wrapped, *known, **named)

    def handle_read(self) -> None:
        """Take in what has come; the first of it is the handshake, which tells nothing to the application."""
        try:
            data = self._deciphered()
        except NOT_YET:
            return
        except OSError:  # a phone that does not trust us says so and hangs up
            data = b""
        if not data:
            self.handle_close()
            return
        self.last_activity = time.time()
        self.received(data)

    def _deciphered(self) -> bytes:
        """All of what is there: what stays within the session would not wake the loop again."""
        with self._one_at_a_time:
            data: bytes = self.socket.recv(self.adj.recv_bytes)
            while left := self.socket.pending():
                data += self.socket.recv(left)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        """As much as goes now; where the phone is gone the loop hangs up."""
        try:
            with self._one_at_a_time:
                return int(self.socket.send(data)) if self.connected else 0
        except NOT_YET:
            return 0
        except OSError:
            self.will_close = True
            return 0

    def handle_close(self) -> None:
        """Say that this was all, as far as it can be said at once, and hang up.

        Once it was said the socket is a plain one, to which no thread may send any more.
        """
        with suppress(OSError, ValueError), self._one_at_a_time:
            self.connected = False
            if self.socket is not None:
                self.socket.unwrap()
        super().handle_close()


class SafeServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
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
        """A connection; one that has ended before it began is none, and ends no other."""
        with suppress(OSError):
            SafeChannel(*connected, **named)
