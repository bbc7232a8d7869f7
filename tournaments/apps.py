from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Register what is forgotten here with a person, and what follows when one is split."""
        import_module("tournaments.privacy.forget")
        import_module("tournaments.privacy.split")
