"""The laptop's web server: waitress with a few threads, complete requests only, until a signal."""

import logging
import os
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

from laptop.early_reject import HeadFirstChannel
from laptop.https import Application, PrefixedCookies
from laptop.queueing import Dispatcher
from laptop.tls import TLSServer

THREADS = 6
LARGEST_BODY = 3_000_000  # bytes of any request; each route's own limit is in the application
IN_MEMORY = 4_000_000  # bytes of a response or a body that need no temporary file
PIECE = 65_536  # bytes per read
IDLE_SECONDS = 10
CONNECTIONS, SPARE_FILES = 2_500, 200
CONNECTIONS_WITH_SELECT = 500  # Windows: Python's select takes 512
LOOK_SECONDS = 0.25
WORK_SECONDS, END_SECONDS = 2, 4
OPTIONS: Mapping[str, object] = {
    "ident": None,
    "max_request_body_size": LARGEST_BODY,
    "inbuf_overflow": IN_MEMORY,
    "outbuf_overflow": IN_MEMORY,
    "recv_bytes": PIECE,
    "channel_timeout": IDLE_SECONDS,
    "cleanup_interval": IDLE_SECONDS // 2,
    "clear_untrusted_proxy_headers": False,  # `PROXIES` and `HTTPS` say which headers count
}
ENDINGS = ("SIGINT", "SIGTERM", "SIGBREAK")  # the last is Windows' Ctrl-Break


class ShutdownSignal:
    """A context in which Ctrl-C, or the system's signal to end, sets the event `requested`.

    After the context these signals are ignored.
    """

    def __init__(self) -> None:
        self.requested = threading.Event()

    def __enter__(self) -> "ShutdownSignal":
        self._set_handlers(self._request_shutdown)
        return self

    def __exit__(self, *_: object) -> None:
        self._set_handlers(signal.SIG_IGN)

    def _request_shutdown(self, _signal: int, _frame: FrameType | None) -> None:
        """Set the event; a second signal ends the process at once."""
        self.requested.set()
        self._set_handlers(signal.SIG_DFL)

    def _set_handlers(self, handler: Any) -> None:
        """Set this handler for each of `ENDINGS` that the system has."""
        for name in ENDINGS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), handler)


@dataclass(frozen=True, slots=True)
class Listener:
    """A listening socket, and its TLS context for https."""

    socket: socket.socket
    context: ssl.SSLContext | None = None


def serve(application: Application, listeners: Sequence[Listener], shutdown: ShutdownSignal) -> None:
    """Serve these listeners until the shutdown is requested; running requests then have two seconds.

    Four seconds after the request a timer exits the process with code 0 (`exit_in_time`).
    """
    sockets: dict[int, object] = {}
    dispatcher = Dispatcher(THREADS)
    servers = [make_server(listener, application, sockets, dispatcher) for listener in listeners]
    while not shutdown.requested.is_set():
        wasyncore.loop(timeout=LOOK_SECONDS, use_poll=True, map=sockets, count=1)
    exit_in_time()
    logging.getLogger("waitress").setLevel(logging.ERROR)  # dropped connections are intended
    for server, listener in zip(servers, listeners, strict=True):
        server.accepting = False
        listener.socket.close()
    dispatcher.shutdown(timeout=WORK_SECONDS)
    wasyncore.close_all(sockets, ignore_all=True)


def make_server(
    listener: Listener, application: Application, sockets: dict[int, object], dispatcher: Dispatcher
) -> Any:
    """Return waitress's server for a listener; all servers share one loop, one queue and the same threads."""
    options = {**OPTIONS, "connection_limit": raise_connection_limit()}
    if listener.context is None:
        server = create_server(
            application, map=sockets, sockets=[listener.socket], _dispatcher=dispatcher, **options
        )
        server.channel_class = HeadFirstChannel
        return server
    return TLSServer(
        PrefixedCookies(application),
        listener.socket,
        listener.context,
        sockets=sockets,
        dispatcher=dispatcher,
        options=options,
    )


def exit_in_time() -> None:
    """Start a timer that exits the process with code 0 after four seconds, even if something hangs.

    Acknowledged results are stored by then.
    """
    last = threading.Timer(END_SECONDS, os._exit, (0,))
    last.daemon = True
    last.start()


def raise_connection_limit() -> int:
    """Set this process's limit of open files to what 2,500 connections need, or to the most allowed.

    Return how many connections that allows; on Windows only return their number.
    """
    if sys.platform == "win32":
        return CONNECTIONS_WITH_SELECT
    import resource  # noqa: PLC0415 - Windows has none

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + SPARE_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed - SPARE_FILES
