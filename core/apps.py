from celery import current_app
from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"

    def ready(self) -> None:
        """A web process learns the tasks too: it tells workers of jobs."""
        current_app.autodiscover_tasks(force=True)
