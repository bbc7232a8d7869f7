"""The Celery application; its tasks are in each app's `tasks.py`."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # Django's checks load every page; they are for developers

TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "core.jobs.redis_transport:RedisTransport"))
app = Celery("chama")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

import config.celery_signals  # noqa: E402, F401 - it connects them to the application
