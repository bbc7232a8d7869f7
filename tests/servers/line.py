"""The line between a phone and the site: it can be cut, and mended.

A browser's own offline mode lets through what passes by a service worker, now and then. Where nothing may
arrive, the line is cut.
"""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Any, Self

from tests.servers.process import LOOPBACK, free_port

PIECE = 65536  # bytes


class Line:
    """Takes connections at an address of its own and passes bytes on to a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.own = free_port()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._ends: set[StreamWriter] = set()

    def url(self, path: str = "/") -> str:
        """The full address of a path, by way of this line."""
        return f"http://{LOOPBACK}:{self.own}{path}"

    def mend(self) -> None:
        """Take connections (again)."""
        self._done(self._listen())

    def cut(self) -> None:
        """End every connection in the middle of whatever it says, and take none."""
        self._done(self._hang_up())

    def _done(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=30)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._connected, LOOPBACK, self.own)

    async def _hang_up(self) -> None:
        if self._server is not None:
            self._server.close()
        for end in self._ends:
            end.transport.abort()

    async def _connected(self, phone_says: StreamReader, to_phone: StreamWriter) -> None:
        site_says, to_site = await asyncio.open_connection(LOOPBACK, self.port)
        self._ends |= {to_phone, to_site}
        with suppress(OSError):
            await asyncio.gather(_pass(phone_says, to_site), _pass(site_says, to_phone))
        self._ends -= {to_phone, to_site}

    def __enter__(self) -> Self:
        self._thread.start()
        self.mend()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


async def _pass(said: StreamReader, to: StreamWriter) -> None:
    try:
        while piece := await said.read(PIECE):
            to.write(piece)
            await to.drain()
    finally:
        to.close()
