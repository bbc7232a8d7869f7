"""Long work in small bites: the interpreter is shared with requests, and with whoever records a result."""

import time

from django.conf import settings


def let_others(done: float = 0) -> bool:
    """Stand back for a moment; always True, so that it can listen to whoever works."""
    time.sleep(settings.PLANNER_BREATH)
    return True
