"""Limits on sign-in attempts, for pages and API together: few for each account, more for each address.

A whole hall is behind one address. Only failures count, in the same way whether or not the account exists, so
that no one learns which names exist. A person who knows a user name can lock its owner out at the same
address only, or needs six addresses.
"""

import unicodedata

from core.http.callers import Caller
from core.http.rate_limit import Purpose, hit, refund


def count_attempt(username: str, address: str) -> None:
    """Count an attempt before the password is checked. Raise `TooMany` at the limit, even if it is right.

    `address` is the network address.
    """
    hit(Purpose.SIGN_IN, Caller(address, fold_username(username)))


def refund_attempt(username: str, address: str) -> None:
    """Uncount an attempt after the right password."""
    refund(Purpose.SIGN_IN, Caller(address, fold_username(username)))


def fold_username(username: str) -> str:
    """Return one spelling, for limits, of all names that Django treats as equal or that differ in case."""
    return unicodedata.normalize("NFKC", username.strip()[:1_000]).strip().upper().casefold()
