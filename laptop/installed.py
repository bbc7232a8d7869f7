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
    command, environ = product_command(sys.argv[1:], os.environ)
    if sys.platform != "win32":
        os.execve(command[0], command, environ)  # noqa: S606 - our own interpreter
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child gets the signal too, and ends in its own time
    sys.exit(subprocess.call(command, env=environ))  # noqa: S603


def product_command(arguments: Sequence[str], given: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return the command for these arguments of `chama`, and its environment.

    `DATA_DIR` is that of `given`, the present environment; else `chama` in the home folder, or for the demo
    in the folder of application data.
    """
    is_demo = not {"--hall", "manage"} & {*arguments}
    folder = application_data_folder(given) if is_demo else Path.home() / "chama"
    options = arguments[1:] if arguments[:1] == ["manage"] else ["serve", *["--demo"] * is_demo, *arguments]
    chosen = {"PYTHONUTF8": "1", **given}
    chosen["DATA_DIR"] = given.get("DATA_DIR") or str(folder)
    return [sys.executable, str(MANAGE), *options], chosen


def application_data_folder(given: Mapping[str, str]) -> Path:
    """Return the folder in which this system keeps our application's data; `given`: environment variables."""
    if sys.platform == "win32":
        home = given.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = given.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "chama"
