"""A process of ours: started with a log, stopped or killed, started again."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self, TypeVar

from endorsement.play.console import ROOT

Seen = TypeVar("Seen")
LOOPBACK = "127.0.0.1"
PATIENCE = 60.0
LOOK = 0.02


class Silent(RuntimeError):
    """A process ended instead of starting, or does not answer; the message ends with its log."""


def wait_until(done: Callable[[], Seen], seconds: float = PATIENCE, what: str = "it") -> Seen:
    """Look until it is so, and give what was seen; `Silent` where it takes longer."""
    deadline = time.monotonic() + seconds
    while not (seen := done()):
        if time.monotonic() > deadline:
            raise Silent(f"{what} did not happen within {seconds:.0f} s")
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


@dataclass
class Process:
    """One of our processes; `ready` says whether it answers."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    environ: Mapping[str, str]
    ready: Callable[[], bool] = lambda: True
    user: str | None = None
    cwd: Path = ROOT
    running: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    sessions: list[int] = field(default_factory=list, repr=False)

    @property
    def pid(self) -> int:
        """Its number."""
        if self.running is None:
            raise Silent(f"{self.name} is not running")
        return self.running.pid

    @property
    def log(self) -> str:
        """Everything it has written, over all its starts."""
        file = self.folder / f"{self.name}.log"
        return file.read_text(errors="replace") if file.exists() else ""

    @property
    def has_ended(self) -> bool:
        """Whether it was started and is not there any more."""
        return self.running is not None and self.running.poll() is not None

    def launch(self) -> Self:
        """Start it and do not wait."""
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.running = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.cwd,
                env=dict(self.environ), start_new_session=True, user=self.user,
                extra_groups=[] if self.user else None,
            )  # fmt: skip
        self.sessions.append(self.running.pid)
        return self

    def start(self) -> Self:
        """Start it and wait until it answers."""
        self.launch()
        wait_until(self._answers, what=f"{self.name}: {self.log[-1500:]}")
        return self

    def _answers(self) -> bool:
        if self.running is None or self.running.poll() is not None:
            raise Silent(f"{self.name} ended at once: {self.log[-3000:]}")
        return self.ready()

    def crash(self) -> None:
        """SIGKILL to this process alone; its children find out by themselves."""
        kill(self.pid)
        self.gone()

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, wait a while, and leave nobody behind whom it ever started."""
        if self.running is not None:
            kill(self.pid, by)
            with suppress(subprocess.TimeoutExpired):
                self.running.wait(15)
        for session in self.sessions:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(session, signal.SIGKILL)
        self.sessions.clear()
        self.gone()

    def gone(self) -> None:
        """Wait until it has ended."""
        if self.running is not None:
            self.running.wait()
        self.running = None
