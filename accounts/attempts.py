"""How often a person may try to sign in, by page and API together: few times an account, more an address.

A whole hall sits behind one address. Only failures count, in the same way whether or not the account
exists, so that no one learns which names exist. A person who knows a user name can lock its owner out at
the same address only, or needs six addresses.
"""

import unicodedata

from core.http.callers import Caller
from core.http.rate_limit import Purpose, hit, refund


def try_once(username: str, address: str) -> None:
    """Count an attempt before the password is looked at; after `TooMany` it is not, right or wrong."""
    hit(Purpose.SIGN_IN, Caller(address, folded(username)))


def succeeded(username: str, address: str) -> None:
    """The right one came: that attempt is not counted."""
    refund(Purpose.SIGN_IN, Caller(address, folded(username)))


def folded(username: str) -> str:
    """One spelling for all that Django takes for the same name, and for names that differ in case."""
    return unicodedata.normalize("NFKC", username.strip()[:1_000]).strip().casefold()
