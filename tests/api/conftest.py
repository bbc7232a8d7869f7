"""What every test of the API starts from."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> Iterator[None]:
    """Attempts are counted in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()
