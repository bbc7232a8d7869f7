"""Work that a server process does once, before its first request."""

import gc
from importlib import import_module

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from core.cache.response_cache import source_digest


def warm_up() -> None:
    """Import every route, compute the source digest, and exempt loaded modules from garbage collection.

    Otherwise the first caller waits for the imports. About every hundredth result would also wait a tenth of
    a second, holding the tournament's lock, while the collector scans all modules.
    """
    import_module(settings.ROOT_URLCONF)
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")  # Django builds its URL table once for each language
    source_digest()
    gc.collect()
    gc.freeze()
