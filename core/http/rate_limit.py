"""How often somebody did something lately, counted in the database: all processes see it, a restart keeps it.

One statement counts all limits of a purpose, each in a row of its own; it runs before the act, so that
of many at the same moment no more pass than may. What this process knows without asking, who is over a limit
and what is left of twenty reads, is a mere saving: what is forgotten is asked of the database again.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.cache.memory import Memory
from core.db.looking import is_one_look
from core.errors import Refusal, TooMany
from core.http.callers import Caller
from core.http.limits import BY_TWENTIES, TWENTY, HitCount, Limit, Per, Purpose, exceeded, limits_of, wait
from core.http.security_log import note
from core.models import Attempt

log = logging.getLogger(__name__)

COUNT = """
    INSERT INTO core_attempt (what, who, number, ends_at) VALUES {rows}
    ON CONFLICT (what, who) DO UPDATE SET
        number = CASE WHEN core_attempt.ends_at > %s THEN core_attempt.number ELSE 0 END + excluded.number,
        ends_at = CASE WHEN core_attempt.ends_at > %s THEN core_attempt.ends_at ELSE excluded.ends_at END
    RETURNING id, what, who, number, ends_at
"""
GIVE_BACK = """
    INSERT INTO core_attempt (what, who, number, ends_at) VALUES {rows}
    ON CONFLICT (what, who) DO UPDATE SET number = core_attempt.number - 1
    WHERE core_attempt.number > 0 AND core_attempt.ends_at > %s
"""
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Budget:
    """How many the narrowest limit still lets through, and in how many seconds its span is over."""

    limit: Limit
    left: int
    seconds: int


@dataclass(frozen=True, slots=True)
class _Twenty:
    """What this process took at once: the count after it, and how many of the twenty are left."""

    count: HitCount
    left: Iterator[int]


_over: Memory[HitCount] = Memory(10_000)
_left: Memory[_Twenty] = Memory(10_000)


def take(purpose: Purpose, caller: Caller) -> Budget | None:
    """Count one more and say what is left, or raise `TooMany`: then it is not to be done.

    Call it before the act's transaction and outside of a look, in which nothing can be written. None for
    administrators, who are not counted, and for what goes by twenties where the store takes no changes.
    """
    if is_one_look():
        raise RuntimeError("counted inside a look")
    if not settings.LIMITS or caller.is_trusted:
        return None
    now, keys = timezone.now(), _keys(purpose, caller)
    _refuse_known(keys, now)
    if purpose in BY_TWENTIES:
        return _left_over(keys, now) or _take_twenty(keys, now)
    counts = _counted(keys, now)
    _judge(keys, counts, now)
    return _budget(counts[0], 0, now)


def refuse_known(purpose: Purpose, caller: Caller) -> None:
    """`TooMany` where this process knows that it would be, which costs nothing; nothing is counted."""
    if settings.LIMITS and not caller.is_trusted:
        _refuse_known(_keys(purpose, caller), timezone.now())


def give_back(purpose: Purpose, caller: Caller) -> None:
    """Count one less: it succeeded where failures are counted, or was refused where successes are."""
    if not settings.LIMITS or caller.is_trusted:
        return
    now = timezone.now()
    moment = connection.ops.adapt_datetimefield_value(now)
    rows = [value for key in _keys(purpose, caller).values() for value in (*key, 0, moment)]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(_with_rows(GIVE_BACK, len(rows) // 4), [*rows, moment])


@contextmanager
def made(purpose: Purpose, caller: Caller) -> Iterator[None]:
    """Count what is made here; what is refused is not."""
    take(purpose, caller)
    try:
        yield
    except Refusal:
        give_back(purpose, caller)
        raise


def forget_old(now: datetime) -> None:
    """Delete spans that are over, but for those that somebody counts in right now."""
    over = Attempt.objects.filter(ends_at__lte=now).order_by("pk").select_for_update(skip_locked=True)
    with transaction.atomic():
        Attempt.objects.filter(pk__in=list(over.values_list("pk", flat=True)[:5_000])).delete()


def forget_known() -> None:
    """Forget what this process knows without asking, as a new process has."""
    _over.clear()
    _left.clear()


def _keys(purpose: Purpose, caller: Caller) -> dict[Limit, Key]:
    """What and who of each limit, in one order for all, so that nobody waits in a circle."""
    whose = {
        Per.ACCOUNT_THERE: f"{caller.address} {caller.account}",
        Per.ACCOUNT: caller.account,
        Per.ADDRESS: caller.address,
        Per.SITE: "",
    }
    return {limit: (f"{purpose} {limit.per}", _hidden(whose[limit.per])) for limit in limits_of(purpose)}


def _hidden(who: str) -> str:
    """Keyed, so that a dump tells nobody who signed in from where."""
    return salted_hmac("core.counting", who.encode(errors="replace"), algorithm="sha256").hexdigest()


def _counted(keys: dict[Limit, Key], now: datetime) -> list[HitCount]:
    moment = connection.ops.adapt_datetimefield_value(now)
    values: list[object] = []
    for limit, key in keys.items():
        ends = connection.ops.adapt_datetimefield_value(now + timedelta(seconds=limit.seconds))
        values += [*key, limit.at_once, ends]
    with transaction.atomic(savepoint=False):
        rows = list(Attempt.objects.raw(_with_rows(COUNT, len(keys)), [*values, moment, moment]))
    found = {row.what: row for row in rows}
    return [HitCount(limit, found[what].number, found[what].ends_at) for limit, (what, _who) in keys.items()]


def _with_rows(statement: str, number: int) -> str:
    return statement.format(rows=", ".join(["(%s, %s, %s, %s)"] * number))


def _judge(keys: dict[Limit, Key], counts: Sequence[HitCount], now: datetime) -> None:
    over = exceeded(counts, settings.LIMITS)
    for count in over:
        _over.put(keys[count.limit], count, count.ends_at)
        note("limit_reached", failed=True, purpose=count.limit.purpose, per=count.limit.per)
    _refuse(over, now)


def _refuse_known(keys: dict[Limit, Key], now: datetime) -> None:
    _refuse([known for key in keys.values() if (known := _over.get(key, now))], now)


def _refuse(over: Sequence[HitCount], now: datetime) -> None:
    """The longest wait is the one to tell."""
    if over:
        longest = max(over, key=lambda count: count.ends_at)
        raise TooMany(longest.limit.per, wait(longest, now), longest.limit.purpose)


def _left_over(keys: dict[Limit, Key], now: datetime) -> Budget | None:
    """Use one of the twenty that this process took for the same caller before."""
    twenty = _left.get(_narrowest(keys), now)
    left = next(twenty.left, None) if twenty else None
    return None if twenty is None or left is None else _budget(twenty.count, left, now)


def _take_twenty(keys: dict[Limit, Key], now: datetime) -> Budget | None:
    try:
        counts = _counted(keys, now)
    except (DatabaseError, InterfaceError) as error:
        log.warning("this goes on uncounted: %s", error)
        return None
    _judge(keys, counts, now)
    left = iter(range(TWENTY - 2, -1, -1))
    _left.put(_narrowest(keys), _Twenty(counts[0], left), min(count.ends_at for count in counts))
    return _budget(counts[0], TWENTY - 1, now)


def _budget(count: HitCount, at_hand: int, now: datetime) -> Budget:
    allowed = count.limit.allowed(settings.LIMITS)
    return Budget(count.limit, max(0, allowed - count.number) + at_hand, wait(count, now))


def _narrowest(keys: dict[Limit, Key]) -> Key:
    return next(iter(keys.values()))
