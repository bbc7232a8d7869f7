"""Rate limits: the table of all limits, and the counts behind it in the database (ADR 0097).

The database is the one store that all processes of a site share, in both modes, and that survives a restart.
A hall sits behind one address, so limits per address are wide; limits per account are narrow.
Floods that guess and create nothing are for the proxy's `limit_req`. docs/limits.md shows this table.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.db.transactions import is_in_read_snapshot
from core.errors import Refusal, TooMany
from core.http.callers import Caller, note
from core.models import Attempt

log = logging.getLogger(__name__)

MINUTE, HOUR, DAY = 60, 3_600, 86_400
COUNT = """
    INSERT INTO core_attempt (what, who, number, ends_at) VALUES {rows}
    ON CONFLICT (what, who) DO UPDATE SET
        number = CASE WHEN core_attempt.ends_at > %s THEN core_attempt.number ELSE 0 END + 1,
        ends_at = CASE WHEN core_attempt.ends_at > %s THEN core_attempt.ends_at ELSE excluded.ends_at END
    RETURNING id, what, who, number, ends_at
"""
REFUND = """
    INSERT INTO core_attempt (what, who, number, ends_at) VALUES {rows}
    ON CONFLICT (what, who) DO UPDATE SET number = core_attempt.number - 1
    WHERE core_attempt.number > 0 AND core_attempt.ends_at > %s
"""
Key = tuple[str, str]


class Purpose(StrEnum):
    """The kind of attempt that is counted."""

    SIGN_IN = "sign_in"
    CODE = "code"  # of the second step, or of an access link
    MAIL = "mail"  # to an address that someone else may own
    CARD = "card"  # a token of a table's card, a calendar or a code at the door
    SIGN_UP = "sign_up"
    TOURNAMENT = "tournament"  # a new one
    CREATE = "create"  # any other row, such as an entry or a key
    COSTLY = "costly"  # a request that takes long, such as a search or an export


class Per(StrEnum):
    """Which attempts are counted together."""

    ACCOUNT_THERE = "account at one address"
    ACCOUNT = "account"
    ADDRESS = "address"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` attempts within `seconds` of the first one."""

    purpose: Purpose
    per: Per
    most: int
    seconds: int

    @property
    def allowed(self) -> int:
        """Return the number of attempts allowed on this site; the setting `LIMITS` scales it."""
        return max(1, int(self.most * settings.LIMITS))


LIMITS = (
    # guessing secrets
    Limit(Purpose.SIGN_IN, Per.ACCOUNT_THERE, 10, MINUTE),
    Limit(Purpose.SIGN_IN, Per.ACCOUNT, 60, MINUTE),
    Limit(Purpose.SIGN_IN, Per.ADDRESS, 60, MINUTE),
    Limit(Purpose.SIGN_IN, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.CODE, Per.ACCOUNT, 20, HOUR),
    Limit(Purpose.CODE, Per.SITE, 3_000, HOUR),
    Limit(Purpose.CARD, Per.ADDRESS, 300, MINUTE),
    Limit(Purpose.CARD, Per.SITE, 3_000, MINUTE),
    # mail to people who may not want it
    Limit(Purpose.MAIL, Per.ACCOUNT, 5, HOUR),
    Limit(Purpose.MAIL, Per.ADDRESS, 1_200, HOUR),
    # creating
    Limit(Purpose.SIGN_UP, Per.ADDRESS, 1_200, HOUR),
    Limit(Purpose.TOURNAMENT, Per.ADDRESS, 100, DAY),
    Limit(Purpose.CREATE, Per.ACCOUNT, 60, HOUR),
    # costly requests
    Limit(Purpose.COSTLY, Per.ADDRESS, 600, MINUTE),
)


@dataclass(frozen=True, slots=True)
class HitCount:
    """How many attempts a limit has counted in the window until `ends_at`, the present one included."""

    limit: Limit
    number: int
    ends_at: datetime

    @property
    def is_over(self) -> bool:
        """Return whether the last attempt exceeded the limit."""
        return self.number > self.limit.allowed


def hit(purpose: Purpose, caller: Caller) -> None:
    """Count and store one attempt. Raise `TooMany` (429) if it exceeds a limit, and log that.

    A caller who is over a limit already is refused, not counted or logged. Administrators are not
    counted. Costly requests go on uncounted if the database takes no changes. Call it before the act's
    transaction; in a read snapshot it raises `RuntimeError`.
    """
    if is_in_read_snapshot():
        raise RuntimeError("a limit cannot be counted in a read snapshot")
    keys, now = _keys_by_limit(purpose, caller), timezone.now()
    if not keys:
        return
    _refuse_known(keys, now)
    try:
        counts = _store_hits(keys, now)
    except (DatabaseError, InterfaceError) as error:
        if purpose is not Purpose.COSTLY:
            raise
        log.warning("could not count a costly request: %s", error)
        return
    over = [count for count in counts if count.is_over]
    for count in over:
        note("limit_reached", failed=True, purpose=count.limit.purpose, per=count.limit.per)
    _refuse(over, now)


def check(purpose: Purpose, caller: Caller) -> None:
    """Raise `TooMany` if an attempt has exceeded a limit already; count nothing."""
    if keys := _keys_by_limit(purpose, caller):
        _refuse_known(keys, timezone.now())


def refund(purpose: Purpose, caller: Caller) -> None:
    """Count one attempt less: it succeeded under a limit on failures, or failed under one on successes."""
    keys, now = _keys_by_limit(purpose, caller), timezone.now()
    if not keys:
        return
    moment = connection.ops.adapt_datetimefield_value(now)
    values = [value for key in keys.values() for value in (*key, 0, moment)]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(_with_rows(REFUND, len(keys)), [*values, moment])


@contextmanager
def count_success(purpose: Purpose, caller: Caller) -> Iterator[None]:
    """Count the block as one attempt, unless it raises a `Refusal`. Raise `TooMany` before the block."""
    hit(purpose, caller)
    try:
        yield
    except Refusal:
        refund(purpose, caller)
        raise


def forget_old(now: datetime) -> None:
    """Delete at most 5,000 counts whose span is over, but none that another request counts right now."""
    over = Attempt.objects.filter(ends_at__lte=now).order_by("pk").select_for_update(skip_locked=True)
    with transaction.atomic():
        Attempt.objects.filter(pk__in=list(over.values_list("pk", flat=True)[:5_000])).delete()


def limits_of(purpose: Purpose) -> tuple[Limit, ...]:
    """Return the limits of a purpose, the narrowest first."""
    return tuple(limit for limit in LIMITS if limit.purpose == purpose)


def seconds_left(count: HitCount, now: datetime) -> int:
    """Return the whole seconds until the span ends, at least one."""
    return max(1, -int((now - count.ends_at).total_seconds() // 1))


def _keys_by_limit(purpose: Purpose, caller: Caller) -> dict[Limit, Key]:
    """Return each limit that applies with the key of its row: `Attempt.what` and `who`.

    Empty for administrators, or if the setting `LIMITS` is 0. The order is the same for all callers, which
    prevents deadlocks.
    """
    if not settings.LIMITS or caller.is_trusted:
        return {}
    whose = {Per.ADDRESS: caller.address, Per.SITE: ""}
    if caller.account:
        whose |= {Per.ACCOUNT: caller.account, Per.ACCOUNT_THERE: f"{caller.address} {caller.account}"}
    found = (limit for limit in limits_of(purpose) if limit.per in whose)
    return {limit: (f"{purpose} {limit.per}", _keyed_hash(whose[limit.per])) for limit in found}


def _keyed_hash(who: str) -> str:
    """Return a keyed hash, so that a dump does not show who signed in from where."""
    return salted_hmac("core.counting", who.encode(errors="replace"), algorithm="sha256").hexdigest()


def _refuse_known(keys: dict[Limit, Key], now: datetime) -> None:
    """Raise `TooMany` for a caller who is over a limit already, so that a flood creates no rows."""
    whats, whos = zip(*keys.values(), strict=True)
    rows = Attempt.objects.filter(what__in=whats, who__in=whos, ends_at__gt=now)
    limits = {key: limit for limit, key in keys.items()}
    counts = [
        HitCount(limits[key], row.number, row.ends_at)
        for row in rows
        if (key := (row.what, row.who)) in limits  # an account's hash may equal another caller's address
    ]
    _refuse([count for count in counts if count.is_over], now)


def _store_hits(keys: dict[Limit, Key], now: datetime) -> list[HitCount]:
    """Store one more attempt for each key and return the counts; in one statement, for exact limits."""
    moment = connection.ops.adapt_datetimefield_value(now)
    values: list[object] = []
    for limit, key in keys.items():
        ends = connection.ops.adapt_datetimefield_value(now + timedelta(seconds=limit.seconds))
        values += [*key, 1, ends]
    with transaction.atomic(savepoint=False):
        rows = list(Attempt.objects.raw(_with_rows(COUNT, len(keys)), [*values, moment, moment]))
    found = {row.what: row for row in rows}
    return [HitCount(limit, found[what].number, found[what].ends_at) for limit, (what, _who) in keys.items()]


def _with_rows(statement: str, number: int) -> str:
    """Return the statement for so many rows of four values."""
    return statement.format(rows=", ".join(["(%s, %s, %s, %s)"] * number))


def _refuse(over: Sequence[HitCount], now: datetime) -> None:
    """Raise `TooMany` with the longest wait in seconds, if any limit is over."""
    if over:
        longest = max(over, key=lambda count: count.ends_at)
        raise TooMany(longest.limit.per, seconds_left(longest, now), longest.limit.purpose)
