"""The Celery application; what it runs is in each app's `tasks.py`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # for those who write code: they load every page

app = Celery("chama")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
