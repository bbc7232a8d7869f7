"""Whether pages say that scheduling is delayed, which no record knows: asked seldom, by every page."""

import time

from django.conf import settings
from django.utils import timezone

from core.jobs.heartbeats import is_delayed

_known = [(float("-inf"), False)]


def delayed_lately() -> bool:
    """Whether it was so a moment ago; several threads may ask at once, and say the same."""
    if not is_delay_known():
        _known[0] = (time.monotonic(), is_delayed(timezone.now()))
    return _known[0][1]


def is_delay_known() -> bool:
    """Whether it is said without asking the database."""
    return time.monotonic() - _known[0][0] <= settings.DELAY_SECONDS
