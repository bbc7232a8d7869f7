"""What a server process does once, before its first request."""

import gc
import sys
from importlib import import_module

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from core.cache.response_cache import source_digest

HANDOVER_SECONDS = 0.0005


def warm_up() -> None:
    """Load every route now, learn which edition this is, and spare the garbage collector what stays for good.

    Else the first caller waits for the loading, and about every hundredth result for a tenth of a second,
    with the tournament's lock in its hand, while the collector looks through all modules. Threads hand over
    sooner than Python lets them: each statement of a judge gives the interpreter away, and would wait 5 ms
    for it where somebody else's page is being drawn.
    """
    import_module(settings.ROOT_URLCONF)
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")  # Django makes its table of addresses once a language
    source_digest()
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(HANDOVER_SECONDS)
