"""Celery signals: the file that workers and beat touch while they live, and the format of log lines."""

import logging
import os
from pathlib import Path
from typing import Any

from celery import signals
from django.conf import settings

from core.logs import Json


def touch(**_facts: Any) -> None:
    """Touch `ALIVE_FILE`, if it is set; a health check reads its age."""
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()


signals.heartbeat_sent.connect(touch)  # a worker sends it every two seconds while it reaches the broker


@signals.beat_init.connect
def touch_with_each_sweep(**_facts: Any) -> None:
    """Connect the heartbeat file to beat, which sends a sweep every few seconds, also if no worker runs."""
    signals.before_task_publish.connect(touch)


@signals.setup_logging.connect
def keep_our_handlers(loglevel: int | None = None, **_options: Any) -> None:
    """Keep Django's log handlers, where Celery would add its own format. Only `--loglevel` counts."""
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@signals.celeryd_init.connect
def speak_json(instance: Any = None, **_options: Any) -> None:
    """If log lines are JSON, print no banner, and log the worker's last messages as JSON too."""
    if os.environ.get("LOG_FORMAT") == "json":
        from celery.apps import worker  # noqa: PLC0415 - only workers need it

        instance.quiet = True
        setattr(worker, "safe_say", say)  # noqa: B010 - it is in no stub
        logging.captureWarnings(True)


def say(message: str, _stream: object = None) -> None:
    """Write a log line without a lock, because the thread that a signal interrupted may hold it."""
    record = logging.LogRecord("celery.worker", logging.INFO, __file__, 0, message.strip(), None, None)
    os.write(2, f"{Json().format(record)}\n".encode())
