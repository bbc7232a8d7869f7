"""A mail server of the tests' own (RFC 5321), as much as one message takes."""

import socketserver
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType
from typing import Self

from tests.servers.process import LOOPBACK

TAKE, REFUSE, DELAY, HANG, HANG_AT_DATA, DROP = "take", "refuse", "delay", "hang", "hang at data", "drop"
"""What the server does; it drops a connection after the message was accepted, before it says so."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message that the server accepted, with its envelope."""

    sender: str
    to: str
    message: EmailMessage

    @property
    def subject(self) -> str:
        """The decoded subject."""
        return str(self.message["subject"])

    @property
    def body(self) -> str:
        """The decoded text."""
        return str(self.message.get_content()).replace("\r\n", "\n")


@dataclass
class MailServer:
    """Listens on a free port of the loopback address; `does` may change at any time."""

    does: str = TAKE
    delivered: list[Delivered] = field(default_factory=list)
    connections: int = 0
    accepted: Callable[[], None] = lambda: None
    released: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        server = self
        self._server = socketserver.ThreadingTCPServer(
            (LOOPBACK, 0), lambda *args: _Conversation(server, *args)
        )
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def to(self, address: str) -> list[Delivered]:
        """The messages to this address, each `Message-ID` once: what its mailbox shows."""
        found = {str(one.message["message-id"]): one for one in self.delivered if one.to == address}
        return list(found.values())


class _Conversation(socketserver.StreamRequestHandler):
    def __init__(self, server: MailServer, *args: object) -> None:
        self.ours = server
        self.sender = self.to = ""
        super().__init__(*args)  # type: ignore[arg-type]  # as socketserver gives them

    def handle(self) -> None:
        self.ours.connections += 1
        if self.ours.does == HANG:
            self.ours.released.wait()
            return
        self._say("220 mail server of the tests")
        while line := self.rfile.readline():
            if not self._answer(line.decode().strip()):
                return

    def _answer(self, line: str) -> bool:
        """Answer one command; False ends the conversation."""
        verb = line[:4].upper()
        if verb == "MAIL":
            self.sender = line.partition("<")[2].partition(">")[0]
        if verb == "RCPT":
            self.to = line.partition("<")[2].partition(">")[0]
            return self._say(
                {REFUSE: "550 no such mailbox", DELAY: "451 later"}.get(self.ours.does, "250 ok")
            )
        if verb == "DATA":
            return self._take()
        return self._say("221 bye") and verb != "QUIT" if verb == "QUIT" else self._say("250 ok")

    def _take(self) -> bool:
        if self.ours.does == HANG_AT_DATA:
            self.ours.released.wait()
            return False
        self._say("354 go on")
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b"..") else line)
        parsed = message_from_bytes(b"".join(lines), policy=policy.default)
        self.ours.delivered.append(Delivered(self.sender, self.to, parsed))
        self.ours.accepted()
        return False if self.ours.does == DROP else self._say("250 accepted")

    def _say(self, line: str) -> bool:
        self.wfile.write(f"{line}\r\n".encode())
        return True
