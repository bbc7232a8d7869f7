"""Settings, URLs and the entry points of servers and workers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
