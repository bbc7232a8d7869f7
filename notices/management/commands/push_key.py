"""`manage.py push_key`: print a new key for `VAPID_KEY`."""

from django.core.management.base import BaseCommand

from notices.vapid import new_key


class Command(BaseCommand):
    help = "Print a new private key for VAPID_KEY, with which push services know this site."

    def handle(self, **_options: object) -> None:
        """Print the key alone, so that a shell can write it to a file."""
        self.stdout.write(new_key())
