"""Where a player at an open place of the bracket comes from, in the reader's language."""

from django.utils.translation import gettext


def feed(take: str, source: str) -> str:
    """Where an open side comes from: `source` is round and number, `1.3`."""
    if take == "loser":
        return gettext("loser of %(match)s") % {"match": source}
    return gettext("winner of %(match)s") % {"match": source}
