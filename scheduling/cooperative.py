"""Cooperative scheduling: long work yields the interpreter, which all threads of a process share."""

import time

from django.conf import settings


def yield_to_others(done: float = 0) -> bool:
    """Sleep for `PLANNER_BREATH` seconds and return True: a planner's `listen`, whose `done` is ignored."""
    time.sleep(settings.PLANNER_BREATH)
    return True
