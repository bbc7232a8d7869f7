"""How often somebody tried something lately, counted in the cache of each process.

A span begins with its first attempt. Several processes allow a little more, which is enough where guessing
would take millions of attempts.
"""

import hashlib

from django.core.cache import cache


def count(what: str, who: str, seconds: int) -> int:
    """Count one more attempt of `who`; how many there were within this span of time."""
    key = _key(what, who)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # the span ended between the two
        return 1


def counted(what: str, who: str) -> int:
    """How many attempts there were within the span, without counting one."""
    return int(cache.get(_key(what, who), 0))


def forgive(what: str, who: str) -> None:
    """Forget the attempts: the right one came."""
    cache.delete(_key(what, who))


def _key(what: str, who: str) -> str:
    return f"count:{what}:{hashlib.sha256(who.encode(errors='replace')).hexdigest()}"
