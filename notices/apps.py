from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class NoticesConfig(AppConfig):
    name = "notices"
    verbose_name = pgettext_lazy("app", "Notices to people")

    def ready(self) -> None:
        """Register what follows an act, and what a person's own data contain."""
        import_module("notices.acts")
        import_module("notices.privacy")
