"""Nothing that opens a door stands in a log: tokens of cards, calendars, new passwords are masked there."""

import logging
import re

SECRETS = ("/mesa/", "/calendario/", "/nova-senha/")
_SECRET = re.compile(r"(/(?:mesa|calendario|nova-senha)/)[^/\s\"?]{12,}")
MASK = r"\1…"


def masked(value: object) -> object:
    """The value with every token in it hidden; what is no text stays as it is."""
    if isinstance(value, str) and any(secret in value for secret in SECRETS):
        return _SECRET.sub(MASK, value)
    return value


class MaskTokens(logging.Filter):
    """Hides tokens in a line's text and in the values that are put into it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Never refuse a line; change it where it must."""
        record.msg = masked(record.msg)
        if isinstance(record.args, dict):
            for key in record.args:  # gunicorn's mapping has an answer for every key: it stays itself
                record.args[key] = masked(record.args[key])
        elif record.args:
            record.args = tuple(map(masked, record.args))
        return True


def mask_access_logs() -> None:
    """A server that logs addresses on its own gets the filter too."""
    logging.getLogger("gunicorn.access").addFilter(MaskTokens())
