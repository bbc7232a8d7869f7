"""The fragment cache: values of this process that depend only on a record and its names, by version."""

from collections.abc import Callable, Hashable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.utils.translation import get_language

from core.cache.response_cache import BoundedCache
from core.db.transactions import is_in_read_snapshot
from core.versions import RecordVersion
from tournaments.models import Tournament

WHOLES, PARTS = 24, 512  # entries for whole tournaments, and for their matches or parts of pages
P = ParamSpec("P")
T = TypeVar("T")
_all: list["VersionedCache"] = []


class VersionedCache:
    """Values by key, each cached in its latest version, in each language.

    A value must not depend on a clock, a reader or a table without a record line: they change no version.
    """

    def __init__(self, size: int = PARTS) -> None:
        self._values: BoundedCache[Hashable, tuple[RecordVersion, Any]] = BoundedCache(size)
        _all.append(self)

    def get(self, record: RecordVersion, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        """Return the value of `key` at this version; call `make` on a miss, and cache what it returns.

        Outside a snapshot nothing is cached, because `make` may read another version.
        """
        if not is_in_read_snapshot():
            return make()
        whole = (record.ledger, get_language(), *key)
        found = self._values.get(whole)
        if found is None or found[0] != record:
            found = self._values.put(whole, (record, make()))
        value: T = found[1]
        return value


def record_version(tournament: Tournament) -> RecordVersion:
    """Return the version of the tournament's record, as read with the tournament."""
    ledger = tournament.ledger
    return RecordVersion(ledger.pk, ledger.version, ledger.head_hash, tournament.is_public)


def cache_version(read: Callable[Concatenate[Tournament, P], T]) -> Callable[Concatenate[Tournament, P], T]:
    """Decorate a function: cache its value for a version of the tournament, by its other arguments."""
    cache = VersionedCache(PARTS if len(signature(read).parameters) > 1 else WHOLES)

    @wraps(read)
    def cached(tournament: Tournament, /, *which: P.args, **named: P.kwargs) -> T:
        """Return the value for this version of the tournament, read at the first call."""
        key = (*which, *named.values())
        return cache.get(record_version(tournament), key, lambda: read(tournament, *which, **named))

    return cached


def clear() -> None:
    """Empty all fragment caches of this process."""
    for cache in _all:
        cache._values.clear()
