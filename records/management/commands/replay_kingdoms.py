"""`manage.py replay_kingdoms FILE`: verify a game of kingdoms against its dice.

It replays a file from the page of a match, roll by roll, without the database. With `--record FILE` the
tournament's record must contain the hash of the seed. Exit codes: 0 the same game · 1 differences, one line
each · 2 wrong usage · 3 unreadable input.
"""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from checker import Unreadable
from checker.reading.lines import content_of, read
from core.commands import NO_CHECKS
from core.errors import Refused
from rulesets.kingdoms import differences

DIFFERENT, UNREADABLE = 1, 3
LARGEST = 8 * 2**20


class Command(BaseCommand):
    """Replays a game and compares it with the file."""

    help = "Replay the file of a kingdoms game. Exit status: 0 the same, 1 different, 3 unreadable."
    requires_system_checks = NO_CHECKS

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the game's file, and the record with the hash of its seed."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a .kingdoms.json file")
        parser.add_argument("--record", type=Path, metavar="FILE", help="the tournament's .record.jsonl")

    def handle(self, *args: object, **options: Any) -> None:
        """Print `same`, or a line for each difference, and exit with the code for it."""
        try:
            data = _read_game(options["file"])
            found = differences(data)
            if options["record"] is not None and not _is_promised(options["record"], data["commitment"]):
                found.append("commitment: not in the record")
        except (Unreadable, Refused) as error:
            raise CommandError(f"unreadable: {error}", returncode=UNREADABLE) from None
        for line in found or ["same"]:
            self.stdout.write(line)
        if found:
            sys.exit(DIFFERENT)


def _read_game(path: Path) -> Any:
    """Return the parsed JSON of the file. Raise `Unreadable`."""
    try:
        data = path.read_bytes() if path.stat().st_size <= LARGEST else None
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot be read: {type(error).__name__}") from None
    if data is None:
        raise Unreadable(f"larger than {LARGEST} bytes")
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Unreadable(f"{path.name}: not JSON that can be read") from None


def _is_promised(record: Path, commitment: str) -> bool:
    """Return whether the record contains the hash, in a line `game.seeded`. Raise `Unreadable`."""
    lines, _ = read(content_of(record))
    return any(line.type == "game.seeded" and line.data.get("sha256") == commitment for line in lines)
