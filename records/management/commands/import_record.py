"""`manage.py import_record FILE`: rebuild a tournament from its record, for example after the loss of a
laptop.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from checker import Unreadable
from checker.beside import read_people
from core.commands import DatabaseCommand
from core.errors import Refused
from records.importing.record import restore_record
from tournaments import messages

UNSOUND, UNREADABLE = 1, 3


class Command(DatabaseCommand):
    """Imports a sound record; facts that it does not contain start empty."""

    help = "Rebuild a tournament from a record file; its export gives the same bytes again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the record file, the people file, and the future organizer."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a .record.jsonl file")
        parser.add_argument("--people", type=Path, metavar="FILE", help="the .people.json beside it")
        parser.add_argument("--owner", metavar="USERNAME", help="the account that will organize it")

    def handle(self, *args: object, **options: Any) -> None:
        """Import the record, or fail with one sentence: exit code 1 if it is unsound, 3 if unreadable."""
        owner = _account(options["owner"])
        try:
            names, texts = _texts_by_id(options["people"], "people"), _texts_by_id(options["people"], "texts")
            slug = options["file"].name.removesuffix(".record.jsonl").removesuffix(".jsonl")
            tournament = restore_record(
                options["file"], names=names, owner=owner, now=timezone.now(), slug=slug, texts=texts
            )
        except Unreadable as error:
            raise CommandError(f"unreadable: {error}", returncode=UNREADABLE) from None
        except Refused as refused:
            sentences = "\n".join(messages.text_for_violation(violation) for violation in refused.violations)
            raise CommandError(sentences, returncode=UNSOUND) from None
        self.stdout.write(f"{tournament.title}: {tournament.slug}, {tournament.ledger.head_seq + 1} lines")


def _account(username: str | None) -> User | None:
    """Return the account; None without a name. Raise `CommandError` if there is none of this name."""
    if username is None:
        return None
    owner = User.objects.filter(username=username).first()
    if owner is None:
        raise CommandError(f"There is no account {username}.")
    return owner


def _texts_by_id(path: Path | None, key: str) -> dict[str, str]:
    """Return the file's names (`people`) or words (`texts`) by id, without empty ones; {} without a file.

    Raise `Unreadable` for a file of another kind.
    """
    if path is None:
        return {}
    found: dict[str, str | None] = read_people(path).get(key, {})
    return {code: words for code, words in found.items() if words}
