"""The list of erased players beside the backups: restoring an older one erases them again (F84).

It contains only the public codes of players. Each backup and the journal add to it; no code is ever removed.
"""

import json
from collections.abc import Iterable, Set
from contextlib import suppress
from pathlib import Path

from django.db import DatabaseError

from accounts.erasing import anonymise, erased_codes
from accounts.models import Player
from core.secure_files import replace_file

NAME, FORMAT = "erasures.json", "chama-erasures/1"


class InvalidErasureList(Exception):
    """The file is no list of erasures; the message says why."""


def read_codes(path: Path) -> set[str]:
    """Return the players' codes in the list. Raise `InvalidErasureList`, also if there is no file."""
    if not path.exists():
        raise InvalidErasureList(
            f"There is no {path}. The list lies beside the backups; one of an older version may lack it, "
            "if no one was ever forgotten."
        )
    try:
        said = json.loads(path.read_bytes())
        if said["format"] != FORMAT or not all(isinstance(code, str) for code in said["codes"]):
            raise ValueError("another format")
        return set(said["codes"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidErasureList(f"{path} is not a list of erasures: {error}") from None


def codes_in(folder: Path) -> set[str]:
    """Return the codes of the folder's list; empty if it has none yet. Raise `InvalidErasureList`."""
    path = folder / NAME
    return read_codes(path) if path.exists() else set()


def add_erased_here(folder: Path) -> set[str]:
    """Add the erased players of this database to the folder's list; return all codes on it.

    Raise `OSError`, `InvalidErasureList`.
    """
    return add_codes(folder, set(erased_codes()))


def add_codes(folder: Path, codes: Set[str]) -> set[str]:
    """Add codes to the folder's list; return all codes on it. Raise `OSError`, `InvalidErasureList`.

    A missing list is written even without a code: only a wrong folder has none.
    """
    path, before = folder / NAME, codes_in(folder)
    if codes - before or not path.exists():
        content = {"format": FORMAT, "codes": sorted(before | codes)}
        replace_file(path, json.dumps(content, indent=1).encode())
    return before | codes


def erase_again(codes: Iterable[str]) -> int:
    """Erase the players with these codes in this database; return how many were not erased before."""
    players = list(Player.objects.filter(code__in=set(codes) - set(erased_codes())))
    for player in players:
        anonymise(player, in_any_case=True)
    return len(players)


def erased_codes_here() -> set[str]:
    """Return the codes of erased players in the present database, before a restore; none if unreadable."""
    with suppress(DatabaseError):
        return set(erased_codes())
    return set()
