"""The lines of Celery itself, in the form that `LOG_FORMAT` names, as Django's settings write them."""

import logging
import os
from typing import Any

from celery import signals

from core.logs import Json


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
    """Write a line without any lock, since a signal interrupted whoever may hold it."""
    record = logging.LogRecord("celery.worker", logging.INFO, __file__, 0, message.strip(), None, None)
    os.write(2, f"{Json().format(record)}\n".encode())
