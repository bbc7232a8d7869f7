"""Cooperative scheduling: long work yields the interpreter, which all threads of a process share."""

import time

from django.conf import settings


def yield_to_others(done: float = 0) -> bool:
    """Sleep for `PLANNER_BREATH` seconds; always True, so that a planner can call it to report progress."""
    time.sleep(settings.PLANNER_BREATH)
    return True
