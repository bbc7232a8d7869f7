"""Run untrusted input through a module in a child process with limits on time and memory.

The module has `run(data: bytes) -> bytes`. It runs in a fresh interpreter, so that no process with threads
is forked, and without the server's environment, so that a hole in a decoder finds no secret there. Windows
limits neither memory nor processor time: there the child ends when the time on the clock is over.
"""

import logging
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from threading import Lock

from core.errors import TooMany

log = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parent.parent
PASSED_ON = ("PATH", "SYSTEMROOT", "PYTHONHOME", "PYTHONPATH", "PYTHONPYCACHEPREFIX", "LD_LIBRARY_PATH")
MAX_OUTPUT = 8_000_000  # bytes
WAIT_FACTOR, START_SECONDS = 2, 6  # for a busy processor, and for the start
RETRY_SECONDS = 2
FLAGS = 0
if sys.platform == "win32":
    FLAGS = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
_busy = Lock()


class TooCostly(Exception):
    """The child needed more time or memory than allowed, wrote more than `MAX_OUTPUT`, or crashed."""


def run_bounded(module: str, data: bytes, *, seconds: int, memory: int) -> bytes:
    """Return what `run(data)` of the module (its dotted name) returns in a child process.

    `seconds` are of processor time (on the clock twice that and six more), `memory` is in bytes. Raises
    `TooCostly`, or `TooMany` if this process runs another child already: a thread that waits is lost to all
    others.
    """
    if not _busy.acquire(blocking=False):
        raise TooMany("site", RETRY_SECONDS, module)
    try:
        return _run_child(module, data, seconds, memory)
    finally:
        _busy.release()


def _run_child(module: str, data: bytes, seconds: int, memory: int) -> bytes:
    """Run the child and return its output. Raise `TooCostly`; a crash is logged."""
    command = [sys.executable, "-m", "core.bounded_process", module, str(seconds), str(memory)]
    limit = seconds * WAIT_FACTOR + START_SECONDS
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and modules
            command, input=data, capture_output=True, cwd=ROOT, env=_environment(), timeout=limit,
            check=False, creationflags=FLAGS,
        )  # fmt: skip
    except subprocess.TimeoutExpired as expired:
        raise TooCostly(f"{module}: more than {limit} seconds") from expired
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        log.warning("%s ended with %s %s", module, done.returncode, said)
        raise TooCostly(f"{module}: ended with {done.returncode}")
    return done.stdout


def _environment() -> dict[str, str]:
    """Return the environment variables that the child gets, without any secret."""
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}


def main(module: str, seconds: int, memory: int) -> None:
    """Run in the child process: limit it, pass stdin to the module, write the result to stdout.

    Exit with an error, without output, if the result is over `MAX_OUTPUT`.
    """
    limit_process(seconds, memory)
    result: bytes = import_module(module).run(sys.stdin.buffer.read())
    if len(result) > MAX_OUTPUT:
        sys.exit(f"{len(result)} bytes of output")
    sys.stdout.buffer.write(result)


def limit_process(seconds: int, memory: int) -> None:
    """Limit this process to these seconds of processor time and bytes of memory, and lower its priority.

    It also leaves no core dump.
    macOS limits no memory; Windows limits nothing here.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
