"""How often somebody tried something lately, counted in the cache of each process.

Several processes allow a little more, which is enough where guessing would take millions of attempts.
"""

import hashlib
import time

from django.core.cache import cache


def count(what: str, who: str, seconds: int) -> int:
    """Count one more attempt of `who`; how many there were within this span of time."""
    key = _key(what, who, seconds)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two
        return 1


def counted(what: str, who: str, seconds: int) -> int:
    """How many attempts there were within this span, without counting one."""
    return int(cache.get(_key(what, who, seconds), 0))


def forgive(what: str, who: str, seconds: int) -> None:
    """Forget the attempts of this span: the right one came."""
    cache.delete(_key(what, who, seconds))


def _key(what: str, who: str, seconds: int) -> str:
    span = int(time.time() // seconds)
    name = hashlib.sha256(who.encode(errors="replace")).hexdigest()
    return f"count:{what}:{name}:{span}"
