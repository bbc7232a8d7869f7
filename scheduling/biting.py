"""Long work in small bites: the interpreter is shared with requests, and with whoever records a result."""

import time

from django.conf import settings

from core.precedence import writers


def let_others(done: float = 0) -> bool:
    """Stand back for a moment, and while somebody writes; always True, so that it can listen to who works."""
    time.sleep(settings.PLANNER_BREATH)
    writers.give_way()
    return True
