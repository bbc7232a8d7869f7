from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Accounts learn what is forgotten here with a person."""
        import_module("tournaments.privacy.forget")
