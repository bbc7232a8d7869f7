"""Whether pages say that scheduling is delayed, which no record knows: asked seldom, by every page."""

import time

from django.conf import settings
from django.utils import timezone

from core.jobs.heartbeats import is_delayed

_known = [(float("-inf"), False)]


def delayed_lately() -> bool:
    """Whether it was so a moment ago; several threads may ask at once, and say the same."""
    asked, was = _known[0]
    if time.monotonic() - asked > settings.DELAY_SECONDS:
        was = is_delayed(timezone.now())
        _known[0] = (time.monotonic(), was)
    return was
