from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Import `privacy`, whose handlers for erased and split-off players register themselves."""
        import_module("tournaments.privacy")
