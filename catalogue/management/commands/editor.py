"""`manage.py editor NAME`: appoint or dismiss an editor, who decides on proposed types."""

from django.core.management.base import CommandError, CommandParser

from accounts.models import User
from catalogue import services
from core.commands import DatabaseCommand


class Command(DatabaseCommand):
    """Appoints an editor, or dismisses one."""

    help = "Make an account an editor of the catalogue of types, or remove that role with --remove."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the user name and `--remove`."""
        parser.add_argument("username", metavar="NAME", help="an account's user name")
        parser.add_argument("--remove", action="store_true", help="remove the role")

    def handle(self, *args: object, **options: object) -> None:
        """Make the account an editor, or remove the role, and print the result.

        Raise `CommandError` if there is no such account.
        """
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['username']}.")
        (services.dismiss if options["remove"] else services.appoint)(user)
        said = "no longer edits" if options["remove"] else "edits"
        self.stdout.write(f"{user.username} {said} the catalogue of types.")
