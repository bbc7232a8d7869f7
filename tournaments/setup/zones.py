"""The time zones that a venue may be in."""

from functools import cache
from zoneinfo import available_timezones


@cache
def known_zones() -> frozenset[str]:
    """Every IANA zone of this machine; finding them reads hundreds of files, so it is done once."""
    return frozenset(available_timezones())
