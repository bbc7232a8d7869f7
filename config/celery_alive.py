"""A file that a worker and beat touch while they live: a health check looks at its age alone."""

from pathlib import Path
from typing import Any

from celery import signals
from django.conf import settings


def touch(**_facts: Any) -> None:
    """Note that this process is alive, if `ALIVE_FILE` names a file."""
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()


signals.heartbeat_sent.connect(touch)  # of a worker: every two seconds while it reaches the broker


@signals.beat_init.connect
def touch_with_each_sweep(**_facts: Any) -> None:
    """Beat sends a sweep every few seconds, also if nobody takes it."""
    signals.before_task_publish.connect(touch)
