from celery import current_app
from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "core"
    verbose_name = _("System")

    def ready(self) -> None:
        """Import the tasks, so that a web process can notify workers, and each app's handlers and deployment
        checks.
        """
        current_app.autodiscover_tasks(force=True)
        autodiscover_modules("after_commit", "deployment")
