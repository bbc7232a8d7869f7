"""What a server process does once, before its first request."""

import gc
from importlib import import_module

from django.conf import settings


def settle() -> None:
    """Load every route now, and let the garbage collector leave alone what is loaded for good.

    Else the first caller waits for the loading, and about every hundredth result for a tenth of a second,
    with the tournament's lock in its hand, while the collector looks through all modules.
    """
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
