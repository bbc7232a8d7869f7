"""How often somebody may try to sign in: few times an account, more from one address.

A whole hall sits behind one address. What counts are failures, and they are counted the same way whether or
not there is such an account, so that nobody learns which names exist. The API has its own limits.
"""

from core.counting import count, counted, forgive

SECONDS = 60
PER_ACCOUNT, PER_ADDRESS = 10, 60
ACCOUNT, ADDRESS = "sign_in_account", "sign_in_address"


def may_try(username: str, address: str) -> bool:
    """Whether another attempt is looked at; once it is not, the right password is not either."""
    return counted(ACCOUNT, _folded(username)) < PER_ACCOUNT and counted(ADDRESS, address) < PER_ADDRESS


def failed(username: str, address: str) -> None:
    """Count an attempt that failed."""
    count(ACCOUNT, _folded(username), SECONDS)
    count(ADDRESS, address, SECONDS)


def succeeded(username: str) -> None:
    """The right one came: what was mistyped before is forgotten."""
    forgive(ACCOUNT, _folded(username))


def _folded(username: str) -> str:
    return username[:150].strip().casefold()
