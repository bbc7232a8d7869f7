"""Starting the product on a free port of this machine, and stopping it again."""

import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from endorsement.play.console import ROOT, manage

PATIENCE = 60.0  # seconds until it answers


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(environ: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The product as a laptop runs it: pages, API, worker and clock in one process; its address."""
    port = free_port()
    manage(environ, "migrate", "-v0")
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT, env=dict(environ), stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        _wait(process, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the product ended with {process.returncode} instead of starting")
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/api/v1/catalogue/")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the product does not answer")
