"""How often one may do something: every limit of the product, and the decision. Pure (ADR 0022).

A whole hall sits behind one address, so what is limited an address is wide: 400 phones that sign up at the
door within ten minutes, each mistyping twice, pass. What is guessed at one account is narrow. A total of the
site bounds how many rows `core.http.rate_limit` keeps. docs/limits.md shows this table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MINUTE, HOUR, DAY = 60, 3_600, 86_400
TWENTY = 20


class Purpose(StrEnum):
    """What is counted."""

    SIGN_IN = "sign_in"
    SIGN_UP = "sign_up"
    CODE = "code"
    PASSKEY = "passkey"
    TOKEN = "token"  # noqa: S105 - a purpose, not a secret
    TOURNAMENT = "tournament"
    TYPE = "type"
    ENTRY = "entry"
    IMPORT = "import"
    PICTURE = "picture"
    DECK = "deck"
    TITLE = "title"
    SEARCH = "search"
    RECORD = "record"
    CARD = "card"
    HELP = "help"
    WRITE = "write"


READING = frozenset({Purpose.DECK, Purpose.TITLE, Purpose.SEARCH, Purpose.RECORD, Purpose.CARD})
"""What changes nothing: an address takes twenty at a time, which the site counts as one, so that reading
seldom writes; where the store takes no changes, reading goes on uncounted."""


BY_TWENTIES = READING | {Purpose.WRITE}
"""What is done often: whoever is limited takes twenty at a time, see `READING`."""


class Per(StrEnum):
    """Whose attempts are counted together."""

    ACCOUNT_THERE = "account at one address"
    ACCOUNT = "account"
    ADDRESS = "address"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many within a span that begins with its first."""

    purpose: Purpose
    per: Per
    most: int
    seconds: int

    @property
    def at_once(self) -> int:
        """How many are counted at a time."""
        return TWENTY if self.purpose in BY_TWENTIES and self.per != Per.SITE else 1

    def allowed(self, factor: float = 1) -> int:
        """How many pass in a span on a site whose limits are so much wider or narrower."""
        return max(self.at_once, int(self.most * factor))


LIMITS = (
    Limit(Purpose.SIGN_IN, Per.ACCOUNT_THERE, 10, MINUTE),
    Limit(Purpose.SIGN_IN, Per.ACCOUNT, 60, MINUTE),
    Limit(Purpose.SIGN_IN, Per.ADDRESS, 60, MINUTE),
    Limit(Purpose.SIGN_IN, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.CODE, Per.ACCOUNT, 20, HOUR),
    Limit(Purpose.CODE, Per.SITE, 3_000, HOUR),
    Limit(Purpose.PASSKEY, Per.ADDRESS, 60, MINUTE),
    Limit(Purpose.PASSKEY, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.SIGN_UP, Per.ADDRESS, 1_200, HOUR),
    Limit(Purpose.SIGN_UP, Per.SITE, 6_000, HOUR),
    Limit(Purpose.TOKEN, Per.ACCOUNT, 30, HOUR),
    Limit(Purpose.TOKEN, Per.SITE, 3_000, HOUR),
    Limit(Purpose.TOURNAMENT, Per.ACCOUNT, 20, DAY),
    Limit(Purpose.TOURNAMENT, Per.ADDRESS, 100, DAY),
    Limit(Purpose.TOURNAMENT, Per.SITE, 300, HOUR),
    Limit(Purpose.TYPE, Per.ACCOUNT, 30, DAY),
    Limit(Purpose.TYPE, Per.ADDRESS, 150, DAY),
    Limit(Purpose.TYPE, Per.SITE, 300, HOUR),
    Limit(Purpose.ENTRY, Per.ACCOUNT, 60, HOUR),
    Limit(Purpose.ENTRY, Per.SITE, 6_000, HOUR),
    Limit(Purpose.IMPORT, Per.ACCOUNT, 60, MINUTE),
    Limit(Purpose.IMPORT, Per.SITE, 600, MINUTE),
    Limit(Purpose.PICTURE, Per.ACCOUNT, 30, HOUR),
    Limit(Purpose.PICTURE, Per.SITE, 600, HOUR),
    Limit(Purpose.DECK, Per.ADDRESS, 600, MINUTE),
    Limit(Purpose.DECK, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.TITLE, Per.ADDRESS, 600, MINUTE),
    Limit(Purpose.TITLE, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.SEARCH, Per.ADDRESS, 1_200, MINUTE),
    Limit(Purpose.SEARCH, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.RECORD, Per.ADDRESS, 120, MINUTE),
    Limit(Purpose.RECORD, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.CARD, Per.ADDRESS, 300, MINUTE),
    Limit(Purpose.CARD, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.HELP, Per.ADDRESS, 300, MINUTE),
    Limit(Purpose.HELP, Per.SITE, 3_000, MINUTE),
    Limit(Purpose.WRITE, Per.ACCOUNT, 3_000, MINUTE),
    Limit(Purpose.WRITE, Per.SITE, 3_000, MINUTE),
)


@dataclass(frozen=True, slots=True)
class HitCount:
    """How many there were within the span that ends then, this one among them."""

    limit: Limit
    number: int
    ends_at: datetime


def limits_of(purpose: Purpose) -> tuple[Limit, ...]:
    """Every limit of a purpose, the narrowest first."""
    return tuple(limit for limit in LIMITS if limit.purpose == purpose)


def exceeded(counts: Iterable[HitCount], factor: float = 1) -> tuple[HitCount, ...]:
    """Those that are over; `factor` makes every limit of a site wider or narrower."""
    return tuple(count for count in counts if count.number > count.limit.allowed(factor))


def wait(count: HitCount, now: datetime) -> int:
    """Seconds until one may come back, at least one."""
    return max(1, -int((now - count.ends_at).total_seconds() // 1))
