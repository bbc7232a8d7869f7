"""What `manage.py check --deploy` asks of a server besides: settings that a laptop does without."""

from typing import Any

from django.conf import settings
from django.core import checks

WITHOUT = {
    "SECRET_KEY": "This host made one of its own in DATA_DIR, which no dump has, and no other host.",
    "DATABASE_URL": "All data go to an SQLite in DATA_DIR.",
    "CELERY_BROKER_URL": "No worker is told of a job: it waits until somebody looks for it.",
    "ALLOWED_HOSTS": "The product answers by any name.",
}


@checks.register(checks.Tags.security, deploy=True)
def what_a_server_needs_is_given(**_kwargs: Any) -> list[checks.CheckMessage]:
    """A warning for each setting that was forgotten: the product goes on without, and nobody would see it."""
    forgotten = [*settings.NOT_GIVEN, *(["ALLOWED_HOSTS"] if "*" in settings.ALLOWED_HOSTS else [])]
    return [checks.Warning(f"{name} is not set.", hint=WITHOUT[name], id="chama.W001") for name in forgotten]
