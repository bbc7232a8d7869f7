"""Celery signals: the file that workers and beat touch while they live, and the format of log lines."""

import logging
import os
from pathlib import Path
from typing import Any

from celery import signals
from django.conf import settings

from core.logs import JsonFormatter


def touch_alive_file(**_facts: Any) -> None:
    """Set the time of `ALIVE_FILE` to now, and create it, if that setting names a file.

    A health check reads the file's age.
    """
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()


signals.heartbeat_sent.connect(
    touch_alive_file
)  # a worker sends it every two seconds while it reaches the broker


@signals.beat_init.connect
def connect_alive_file_to_sweeps(**_facts: Any) -> None:
    """In beat, touch `ALIVE_FILE` with each message that is sent: a sweep every few seconds.

    So the file is young also if no worker runs.
    """
    signals.before_task_publish.connect(touch_alive_file)


@signals.setup_logging.connect
def keep_django_handlers(loglevel: int | None = None, **_options: Any) -> None:
    """Leave Django's log handlers in place: a receiver of this signal stops Celery from adding its own.

    Only `--loglevel` counts, which becomes the level of the root logger.
    """
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@signals.celeryd_init.connect
def log_worker_as_json(instance: Any = None, **_options: Any) -> None:
    """If log lines are JSON (`LOG_FORMAT=json`), start the worker without its banner.

    Its last messages at a stop become JSON log lines too, and Python's warnings are logged.
    """
    if os.environ.get("LOG_FORMAT") == "json":
        from celery.apps import worker  # noqa: PLC0415 - only workers need it

        instance.quiet = True
        setattr(worker, "safe_say", write_log_line)  # noqa: B010 - it is in no stub
        logging.captureWarnings(True)


def write_log_line(message: str, _stream: object = None) -> None:
    """Write the message as a JSON log line to standard error, without a lock.

    The thread that a signal interrupted may hold the lock of a log handler.
    """
    record = logging.LogRecord("celery.worker", logging.INFO, __file__, 0, message.strip(), None, None)
    os.write(2, f"{JsonFormatter().format(record)}\n".encode())
