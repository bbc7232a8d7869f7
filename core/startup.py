"""What a server process does once, before its first request."""

import gc
from importlib import import_module

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from core.cache.response_cache import source_digest


def warm_up() -> None:
    """Load every route now, learn which edition this is, and spare the garbage collector what stays for good.

    Else the first caller waits for the loading, and about every hundredth result for a tenth of a second,
    with the tournament's lock in its hand, while the collector looks through all modules.
    """
    import_module(settings.ROOT_URLCONF)
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")  # Django makes its table of addresses once a language
    source_digest()
    gc.collect()
    gc.freeze()
