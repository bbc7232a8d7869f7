"""A server process of ours: started with a log file, ended by its own process group."""

import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

Seen = TypeVar("Seen")
ROOT = Path(__file__).resolve().parents[2]
LOOPBACK = "127.0.0.1"
LOOK = 0.05  # seconds
NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Trusts nobody, for those who ask often over http: httpx reads all authorities anew for each request."""


class ServerDied(RuntimeError):
    """A server ended, or did not answer in time; the message ends with its log."""


def free_port() -> int:
    """A TCP port of the loopback address that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def password() -> str:
    """A password that needs no quoting in a URL."""
    return secrets.token_hex(16)


def python_command(*arguments: str) -> list[str]:
    """A command of this very interpreter, so of this virtual environment."""
    return [sys.executable, *arguments]


def wait_until(done: Callable[[], Seen], seconds: float = 60, what: str = "") -> Seen:
    """Look until it is so, and give what was seen.

    Fails after `seconds`, which is how long a busy machine may take, no promise.
    """
    deadline = time.monotonic() + seconds
    while not (seen := done()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not so after {seconds} s: {what or getattr(done, '__name__', done)}")
        time.sleep(LOOK)
    return seen


def listens(port: int) -> bool:
    """Whether something takes connections there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((LOOPBACK, port)) == 0


def children(pid: int) -> list[int]:
    """The processes that a process has started, oldest first."""
    listed = subprocess.run(["ps", "-Ao", "pid=,ppid="], capture_output=True, text=True, check=True)
    rows = (line.split() for line in listed.stdout.splitlines())
    return sorted(int(child) for child, parent in rows if int(parent) == pid)


def kill(pid: int, by: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to one process; nothing happens where it is gone."""
    with suppress(ProcessLookupError):
        os.kill(pid, by)


class Server:
    """One server process. `with Server(...) as server` starts it and ends it whatever happens."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        folder: Path,
        *,
        environ: Mapping[str, str] | None = None,
        user: str | None = None,
        cwd: Path = ROOT,
        ready: Callable[[], bool],
        seconds: float = 30,
    ) -> None:
        self.name = name
        self.command = list(command)
        self.log_path = folder / f"{name}.log"
        self.environ = dict(environ or os.environ)
        self.user = user
        self.cwd = cwd
        self.ready = ready
        self.seconds = seconds
        self.process: subprocess.Popen[bytes] | None = None
        self._before = 0
        self._sessions: list[int] = []

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        if self.process is None:
            raise ServerDied(f"{self.name} is not running")
        return self.process.pid

    @property
    def log(self) -> str:
        """Everything it has written so far, over all its starts."""
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    @property
    def said(self) -> str:
        """What it has written since its latest start."""
        return self.log[self._before :]

    @property
    def has_ended(self) -> bool:
        """Whether it was started and is not there any more."""
        return self.process is not None and self.process.poll() is not None

    def launch(self) -> Self:
        """Start it and do not wait."""
        self._before = len(self.log)
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.cwd,
                env=self.environ, start_new_session=True, user=self.user,
                extra_groups=[] if self.user else None,
            )  # fmt: skip
        self._sessions.append(self.process.pid)
        return self

    def start(self) -> Self:
        """Start it and wait until it answers."""
        self.launch()
        try:
            self._wait_until_ready()
        except BaseException:
            self.kill()
            raise
        return self

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + self.seconds
        while not self.ready():
            if self.process is None or self.process.poll() is not None:
                raise ServerDied(f"{self.name} ended at once; its log:\n{self.log[-4000:]}")
            if time.monotonic() > deadline:
                raise ServerDied(f"{self.name} gave no answer in {self.seconds} s; log:\n{self.log[-4000:]}")
            time.sleep(LOOK)

    def crash(self) -> None:
        """SIGKILL to this process alone; its children find out by themselves."""
        kill(self.pid)
        self.gone()

    def stop(self, by: signal.Signals = signal.SIGTERM, seconds: float = 15) -> int | None:
        """Ask it to end, wait, and leave none of its children behind. Its exit code."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(by)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        return self.kill()

    def kill(self) -> int | None:
        """End it and all that it ever started without asking (SIGKILL to their process groups)."""
        for session in self._sessions:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(session, signal.SIGKILL)
        self._sessions.clear()
        return self.gone()

    def gone(self) -> int | None:
        """Wait until it has ended; its exit code."""
        if self.process is None:
            return None
        code = self.process.wait()
        self.process = None
        return code

    def restart(self) -> Self:
        """Stop it where it runs, and start it again."""
        self.stop()
        return self.start()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
