"""`manage.py check_record FILE`: is this tournament record sound?

Looks at nothing but the file (and the rules); the database is not asked. Exit codes: 0 sound ·
1 discrepancies, one line each (`seq, rule, what`) · 2 wrong usage · 3 unreadable input.
"""

import os
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.commands import NO_CHECKS
from records.checker.checker import check_record
from records.checker.format.chain import Head
from records.checker.format.people import read_people
from records.checker.format.reading import Unreadable
from records.checker.format.texts import read_texts
from records.heads import against, lines_of, read_head

DISCREPANCIES, UNREADABLE = 1, 3


def head_of(text: str) -> Head | Path:
    """`SEQ:SHA256` as it is printed on every page, or the file of a signed head."""
    found = re.fullmatch(r"(\d{1,9}):([0-9a-fA-F]{64})", text)
    if not found and not Path(text).is_file():
        raise ArgumentTypeError(
            "SEQ:SHA256, a number and 64 hexadecimal digits, or a file with a signed head"
        )
    return Head(int(found[1]), found[2].lower()) if found else Path(text)


def public_key_of(text: str) -> str:
    """A site's public key."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ArgumentTypeError("64 hexadecimal digits")
    return text.lower()


def _sound(lines: Sequence[Head]) -> str:
    return f"sound: {len(lines)} lines, head {lines[-1].seq}:{lines[-1].sha256}"


class Command(BaseCommand):
    """Reads a record file and prints what is wrong with it."""

    help = "Check a tournament record: 0 sound, 1 discrepancies, 3 unreadable."
    requires_system_checks = NO_CHECKS

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and what was kept of it elsewhere."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a .record.jsonl file")
        about_head = "the last line, as printed, or a signed head that was kept"
        parser.add_argument("--head", type=head_of, metavar="SEQ:SHA256|FILE", help=about_head)
        parser.add_argument(
            "--key", type=public_key_of, metavar="KEY", help="the site's key, as known from outside"
        )
        parser.add_argument("--people", type=Path, metavar="FILE", help="the .people.json beside it")
        parser.add_argument("--texts", type=Path, metavar="FILE", help="the .texts.json beside it")

    def handle(self, *args: object, **options: Any) -> None:
        """Print one line for each discrepancy and leave with the code that says it."""
        try:
            people = read_people(options["people"]) if options["people"] else None
            texts = read_texts(options["texts"]) if options["texts"] else None
            head = options["head"]
            kept = read_head(head) if isinstance(head, Path) else None
            found = check_record(
                options["file"], head=None if isinstance(head, Path) else head, people=people, texts=texts
            )
            lines = lines_of(options["file"])
            if kept:
                found += against(kept, options["key"], lines)
        except Unreadable as error:
            raise CommandError(f"unreadable: {error}", returncode=UNREADABLE) from None
        self._say([str(discrepancy) for discrepancy in found] or [_sound(lines)])
        if found:
            sys.exit(DISCREPANCIES)

    def _say(self, lines: list[str]) -> None:
        """Print line by line; whoever reads may stop reading (`| head`)."""
        try:
            for line in lines:
                self.stdout.write(line)
            self.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
