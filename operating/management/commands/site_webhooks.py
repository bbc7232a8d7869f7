"""`manage.py site_webhooks`: the addresses of `SITE_WEBHOOKS`, each with its receiver's secret."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.webhooks.endpoints import site_secrets


class Command(BaseCommand):
    """Print an address and its secret in each line."""

    help = "Print the addresses that hear of every tournament, each with its secret."

    def handle(self, *args: object, **options: Any) -> None:
        """Print them, or say that there are none."""
        for url, secret in site_secrets().items():
            self.stdout.write(f"{url} {secret}")
        if not site_secrets():
            self.stdout.write("SITE_WEBHOOKS is empty: no address hears of every tournament.")
