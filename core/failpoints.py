"""Named points where a test can break the product; inert unless `FAILPOINTS` is set.

`FAILPOINTS` names a folder. A file in it with the name of a point arms this point once: the first process
that reaches the point renames the file and does what it says. Only the endorsement's `chaos` and the tests of
F30 use it.

| word | what happens |
|---|---|
| `kill` | SIGKILL to this process |
| `raise` | `SimulatedKill`: the process lives, the request or job ends here |
| `hold` | it waits while the renamed file exists, so that a test can kill something else |
"""

import os
import signal
import time
from pathlib import Path

from django.conf import settings

POINTS = (
    "key.claimed",
    "act.locked",
    "sheet.stored",
    "winner.seated",
    "act.ended",
    "act.recorded",
    "answer.stored",
    "job.committed",
    "job.told",
    "answer.committed",
    "job.heard",
    "job.claimed",
    "job.worked",
    "notice.marked",
    "notice.sent",
)
"""All points, in the order in which a result passes them; the last five are in the worker, the last two of
notices."""
TAKEN = ".taken"
LONGEST_HOLD = 30.0


class SimulatedKill(BaseException):
    """Simulates SIGKILL in a test: no error handler catches it."""


def reached(point: str) -> None:
    """Do nothing, unless a test armed this point: then kill the process, raise `SimulatedKill`, or wait."""
    if settings.FAILPOINTS:
        _trigger_point(Path(settings.FAILPOINTS), point)


def _trigger_point(folder: Path, point: str) -> None:
    """Do what the point's file says, if there is one; rename it first, so that only one process does it."""
    armed, taken = folder / point, folder / f"{point}{TAKEN}"
    try:
        word = armed.read_text().strip()
        armed.rename(taken)  # only one of several processes succeeds
    except FileNotFoundError:
        return
    if word == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if word == "raise":
        raise SimulatedKill(point)
    _hold(taken)


def _hold(taken: Path) -> None:
    """Wait while the file exists, at most `LONGEST_HOLD` seconds."""
    deadline = time.monotonic() + LONGEST_HOLD
    while taken.exists() and time.monotonic() < deadline:
        time.sleep(0.005)
