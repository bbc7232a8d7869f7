"""Settings, URLs and the entry points of servers and workers."""

import gc

gc.set_threshold(20_000)  # new objects before a collection: fewer of them while modules load

from config.celery import app as celery_app  # noqa: E402 - what is loaded is what it would look through

__all__ = ["celery_app"]
