"""Run the container tools; say which are missing."""

import shutil
import subprocess
from pathlib import Path

NEEDED = ("mmdebstrap", "buildah", "podman", "runc")
INSTALL = "apt-get install --no-install-recommends mmdebstrap buildah podman runc uidmap"
PODMAN = ("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs")
"""Where neither systemd nor unified control groups are needed."""


def missing() -> list[str]:
    """Tools that this machine lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


def run(*words: str | Path, cwd: Path | None = None) -> str:
    """Run a command and return what it printed; RuntimeError with the end of its output if it fails."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(
            f"{words[0]} {words[1]}: exit {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}"
        )
    return done.stdout.strip()
