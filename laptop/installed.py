"""The command `chama` of the wheel: the laptop mode, as `start.py` starts it from a checkout.

chama: the product with a demo tournament in progress. chama --hall: a real day, without a demo, open to the
phones in the hall. chama manage COMMAND: another command of `manage.py`, on the data of the hall.

The wheel has the whole tree inside the package `chama`, so only a process that runs its `manage.py` can
import `core` and `web`. This module imports nothing of them.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

MANAGE = Path(__file__).resolve().parents[1] / "manage.py"


def main() -> None:
    """Run the product in place of this process, or on Windows as a child, and exit with its code."""
    command, environ = product(sys.argv[1:], os.environ)
    if sys.platform != "win32":
        os.execve(command[0], command, environ)  # noqa: S606 - our own interpreter
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child gets the signal too, and ends in its own time
    sys.exit(subprocess.call(command, env=environ))  # noqa: S603


def product(arguments: Sequence[str], given: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return the command for these arguments and its environment; `DATA_DIR` chooses another folder."""
    is_demo = not {"--hall", "manage"} & {*arguments}
    folder = demo_folder(given) if is_demo else Path.home() / "chama"
    options = arguments[1:] if arguments[:1] == ["manage"] else ["serve", *["--demo"] * is_demo, *arguments]
    chosen = {"PYTHONUTF8": "1", **given}
    chosen["DATA_DIR"] = given.get("DATA_DIR") or str(folder)
    return [sys.executable, str(MANAGE), *options], chosen


def demo_folder(given: Mapping[str, str]) -> Path:
    """Return the folder in which this system keeps the data of an application."""
    if sys.platform == "win32":
        home = given.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = given.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "chama"
