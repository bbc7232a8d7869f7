"""An empty database of a laptop, which all processes of a run copy instead of making its tables anew."""

import fcntl
import subprocess
from pathlib import Path

from tests.servers.process import ROOT, python_command
from tests.servers.site import environment_of_a_laptop


def tables_once(shared: Path) -> Path:
    """The database in this folder; whoever comes first makes it, the others wait for that."""
    folder = shared / "tables"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / "chama.sqlite3"
        if not made.exists():
            _make(folder / "new")
            (folder / "new" / made.name).rename(made)
    return made


def _make(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    command = python_command("manage.py", "migrate", "-v0")
    subprocess.run(command, cwd=ROOT, env=environment_of_a_laptop(folder), check=True)
