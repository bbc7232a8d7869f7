"""A bounded dictionary of one process."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """At most `size` values; the one that was stored longest ago is dropped first."""

    def __init__(self, size: int) -> None:
        self._size, self._guard = size, threading.Lock()
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value; None if there is none."""
        return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Store the value and return it."""
        with self._guard:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Drop all values."""
        with self._guard:
            self._values.clear()
