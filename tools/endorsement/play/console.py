"""The product on this machine: its management commands in one process, and the server of a laptop."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.servers.process import free_port, python_command
from tests.servers.site import Site

ROOT = Path(__file__).resolve().parents[3]
READY = "the endorsement's console is ready"
KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "PYTHONPYCACHEPREFIX")
"""What a product of our own takes over from the developer's machine."""
FELL_OVER = 70
LOOP = f"""
import io, json, sys, traceback
from django.core.management import CommandError, call_command
print({READY!r}, flush=True)
for asked in sys.stdin:
    out, code = io.StringIO(), 0
    try:
        call_command(*json.loads(asked), stdout=out, stderr=out)
    except SystemExit as stop:
        code = int(stop.code or 0)
    except CommandError as refused:
        code = refused.returncode
        out.write(str(refused))
    except Exception:  # whatever it is, the caller reads what fell over
        code = {FELL_OVER}
        out.write(traceback.format_exc())
    print(json.dumps([code, out.getvalue()]), flush=True)
"""


class ConsoleDied(RuntimeError):
    """Raised if the product's process ended in the middle of a command."""


@dataclass(frozen=True)
class Console:
    """A process that runs management commands: the pipes to it and from it."""

    asks: IO[str]
    answers: IO[str]

    def run(self, *words: str) -> tuple[int, str]:
        """Run a command, and return its exit code and what it printed. Raises `ConsoleDied`.

        `FELL_OVER` is the code of an error in the product; then the output is the traceback.
        """
        self.asks.write(json.dumps(words) + "\n")
        self.asks.flush()
        answer = self.answers.readline()
        if not answer:
            raise ConsoleDied(" ".join(words))
        code, printed = json.loads(answer)
        return int(code), str(printed)


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    """Return the environment of a product of our own, without the developer's settings and without limits."""
    kept = {key: value for key, value in os.environ.items() if key in KEPT}
    return {
        **kept,
        "DATA_DIR": str(data_dir),
        "SECRET_KEY": "of the endorsement, and of nothing else" * 2,
        "LIMITS": "0",
        **more,
    }


def manage(environ: Mapping[str, str], *words: str) -> str:
    """Run a management command in a process of its own and return what it printed. Raises `RuntimeError`."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=dict(environ),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


@contextmanager
def console(environ: Mapping[str, str]) -> Iterator[Console]:
    """Run a console on a database that has been migrated, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", LOOP],
        cwd=ROOT, env=dict(environ), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    if process.stdin is None or process.stdout is None:
        raise ConsoleDied("no pipes")
    try:
        for line in process.stdout:
            if line.strip() == READY:
                break
        yield Console(process.stdin, process.stdout)
    finally:
        process.stdin.close()
        process.wait(timeout=30)


@contextmanager
def running(environ: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Run the product as a laptop does, in one process, until the block ends; yield its address."""
    port = free_port()
    with Site(
        "server", python_command("manage.py", "serve", "--port", str(port)), port, folder, environ
    ) as site:
        yield site.base
