"""Entry point of WSGI servers: the laptop's waitress, the full mode's gunicorn."""

import os
import sys

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application

from core.http.bodies import BodyLimit
from core.logs import mask_access_logs
from core.startup import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CONNECTIONS", "8")
mask_access_logs()

GIVES_UP = 3
"""Exit code after which gunicorn starts no new worker; after any other it restarts for ever."""


def _load_django() -> WSGIHandler:
    """Load settings and apps, and return Django's application.

    If a setting ends the program, print its sentence and exit with `GIVES_UP`.
    """
    try:
        return get_wsgi_application()
    except SystemExit as refused:
        print(refused, file=sys.stderr, flush=True)
        sys.exit(GIVES_UP)


django_application = _load_django()

from core.fallback import FallbackScheduler  # noqa: E402 - models can be loaded only now

body_limit = BodyLimit(django_application)
application = FallbackScheduler(body_limit)
warm_up()
