"""Random codes and secrets of the product are the same in every run of a test.

A bracket is drawn from codes of entries, so with free chance a test meets a bye once in five runs. The
variable `TESTS_SEED` chooses other codes for the whole run: `TESTS_SEED=7 make test`.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

from core.record.codes import SECURE_RANDOM

_REPLACED = ("random", "getrandbits")
"""All other methods of a `random.Random` call these."""


@contextmanager
def seeded(name: object) -> Iterator[None]:
    """Replace secure random numbers by a stream that depends on the name and `TESTS_SEED` alone."""
    before = {method: getattr(SECURE_RANDOM, method) for method in _REPLACED}
    source = random.Random(f"{os.environ.get('TESTS_SEED', '')}{name}")
    vars(SECURE_RANDOM).update({method: getattr(source, method) for method in _REPLACED})
    try:
        yield
    finally:
        vars(SECURE_RANDOM).update(before)
