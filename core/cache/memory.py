"""What one process knows for a while, never more than so many things."""

import threading
from datetime import datetime
from typing import Generic, TypeVar

V = TypeVar("V")


class Memory(Generic[V]):
    """Values that hold until a moment; where there is no room, the oldest is forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[tuple[str, str], tuple[V, datetime]] = {}
        self._guard = threading.Lock()

    def get(self, key: tuple[str, str], now: datetime) -> V | None:
        """The value, unless its time is over."""
        value, until = self._known.get(key, (None, now))
        return value if until > now else None

    def put(self, key: tuple[str, str], value: V, until: datetime) -> None:
        """Know it until then."""
        with self._guard:
            self._known.pop(key, None)
            if len(self._known) >= self._most:
                del self._known[next(iter(self._known))]
            self._known[key] = (value, until)

    def clear(self) -> None:
        """Know nothing."""
        with self._guard:
            self._known.clear()
