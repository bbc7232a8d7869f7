"""Whether pages say that scheduling is delayed: no record knows it, so it is asked once in a few seconds."""

from django.conf import settings
from django.core.cache import caches
from django.utils import timezone

from core.jobs.heartbeats import is_delayed

KEY = "scheduling-is-delayed"


def is_scheduling_delayed() -> bool:
    """Whether it was delayed at most `DELAY_SECONDS` ago."""
    found = caches["local"].get_or_set(KEY, lambda: is_delayed(timezone.now()), settings.DELAY_SECONDS)
    return bool(found)
