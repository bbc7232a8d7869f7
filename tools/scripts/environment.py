"""A virtual environment with one of the two locks in it; made, repaired and updated.

Nothing of this needs more than the standard library: it is what `start.py` begins with.
"""

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.terminal import spoken
from tools.scripts.failures import advice

ROOT = Path(__file__).resolve().parents[2]
RUN, TEST = "requirements.txt", "requirements-dev.txt"  # the second has everything of the first (test_layout)
ONCE = "Setting up {folder} (once; it takes a minute or two and the internet)."
WITHIN = {RUN: (RUN,), TEST: (TEST, RUN)}


class NotReady(RuntimeError):
    """The environment could not be set up; the message tells the person what to do."""


@dataclass(frozen=True)
class Environment:
    """The virtual environment in `folder`, made by the Python `base`."""

    folder: Path = ROOT / ".venv"
    base: str = getattr(sys, "_base_executable", sys.executable)

    @property
    def python(self) -> Path:
        """Its interpreter."""
        windows = self.folder / "Scripts" / "python.exe"
        return windows if sys.platform == "win32" else self.folder / "bin" / "python"

    def set_up(self, lock: str) -> None:
        """Install everything of the lock, a file name, unless it is installed; create the folder if needed.

        Raises `NotReady`, or OSError if files cannot be written.
        """
        if self.has(lock):
            return
        print(spoken(ONCE, folder=self.folder.name), flush=True)
        self._make_unless_sound()
        self._install(lock)

    def has(self, lock: str) -> bool:
        """Return whether all of the lock's present content was installed, and Django can be imported."""
        return self._stamp_path(lock).exists() and self._works()

    def _make_unless_sound(self) -> None:
        """Create the environment, over an incomplete or broken one; a sound one stays."""
        if not (any(self.folder.glob("*.installed")) and self._works()):
            run(self.base, "-m", "venv", "--clear", "--without-pip", self.folder)
            run(self.python, "-m", "ensurepip", "--default-pip")  # venv would not tell why it failed

    def _install(self, lock: str) -> None:
        """Install the lock by pip. Stamps are removed before and written after: a killed run starts again."""
        for other in self.folder.glob("*.txt.*.installed"):
            other.unlink(missing_ok=True)
        run(
            self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes",
            "--only-binary", ":all:", "--requirement", ROOT / lock,
        )  # fmt: skip
        for held in WITHIN[lock]:
            self._stamp_path(held).touch()

    def _stamp_path(self, lock: str) -> Path:
        """Return the path of the empty file that says that the lock's present content is installed.

        Its name has the content's hash, so checkouts with different locks may share one folder.
        """
        return self.folder / f"{lock}.{lock_digest(lock)[:12]}.installed"

    def _works(self) -> bool:
        """Return whether its Python runs and imports Django; not if it was removed or replaced."""
        try:
            return subprocess.run([self.python, "-c", "import django"], check=False).returncode == 0
        except OSError:
            return False


def run(*command: str | Path, environ: Mapping[str, str] | None = None) -> None:
    """Run a command in the repository without showing its output; `NotReady` with advice if it fails."""
    done = subprocess.run(
        command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        errors="replace", check=False,
    )  # fmt: skip
    if done.returncode:
        raise NotReady(advice(done.stdout + done.stderr, ROOT))


def lock_digest(lock: str) -> str:
    """Return the SHA-256 of a lock's content, in hexadecimal."""
    return hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
