"""How much room the disk of a laptop's database has left, looked at seldom."""

import shutil
import time
from functools import lru_cache
from pathlib import Path

from django.db import connection

FEW_BYTES = 200_000_000
LOOK_AGAIN = 10.0  # seconds
_looked: dict[Path, tuple[float, int]] = {}


def is_short() -> bool:
    """Return whether disk space is so short that a person should free some; never for a server's database."""
    folder = database_folder()
    return folder is not None and left(folder) < FEW_BYTES


def megabytes() -> int:
    """What is left, for people; 0 for a database on a server."""
    folder = database_folder()
    return left(folder) // 1_000_000 if folder else 0


def database_folder() -> Path | None:
    """Where SQLite keeps its file; None for another database."""
    return _folder_of(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


@lru_cache(maxsize=8)
def _folder_of(name: str) -> Path:
    return Path(name).parent


def left(folder: Path) -> int:
    """Free bytes there, as they were at most ten seconds ago."""
    now = time.monotonic()
    at, free = _looked.get(folder, (-LOOK_AGAIN, 0))
    if now - at >= LOOK_AGAIN:
        free = shutil.disk_usage(folder).free
        _looked[folder] = now, free
    return free
