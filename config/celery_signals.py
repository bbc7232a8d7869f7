"""Signals of Celery: a file that workers and beat touch while they live, and the form of Celery's lines."""

import logging
import os
from pathlib import Path
from typing import Any

from celery import signals
from django.conf import settings

from core.logs import Json


def touch(**_facts: Any) -> None:
    """Note that this process is alive, if `ALIVE_FILE` names a file; a health check looks at its age."""
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()


signals.heartbeat_sent.connect(touch)  # of a worker: every two seconds while it reaches the broker


@signals.beat_init.connect
def touch_with_each_sweep(**_facts: Any) -> None:
    """Touch the file of beat, which sends a sweep every few seconds, also while no worker runs."""
    signals.before_task_publish.connect(touch)


@signals.setup_logging.connect
def keep_our_handlers(loglevel: int | None = None, **_options: Any) -> None:
    """Leave the handlers as Django set them up; Celery would add its own form. Only `--loglevel` counts."""
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@signals.celeryd_init.connect
def speak_json(instance: Any = None, **_options: Any) -> None:
    """If lines are JSON, print no banner, and what the worker says while it ends as an object too."""
    if os.environ.get("LOG_FORMAT") == "json":
        from celery.apps import worker  # noqa: PLC0415 - only workers need it

        instance.quiet = True
        setattr(worker, "safe_say", say)  # noqa: B010 - it is in no stub
        logging.captureWarnings(True)


def say(message: str, _stream: object = None) -> None:
    """Write a line without a lock: the thread that a signal interrupted may hold it."""
    record = logging.LogRecord("celery.worker", logging.INFO, __file__, 0, message.strip(), None, None)
    os.write(2, f"{Json().format(record)}\n".encode())
