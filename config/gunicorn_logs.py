"""Gunicorn's log lines in the format of `LOG_FORMAT`; `gunicorn.conf.py` selects this class."""

import os

from gunicorn.config import Config
from gunicorn.glogging import Logger

from core.logs import JsonFormatter


class GunicornLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's logger; its lines have the product's JSON format if `LOG_FORMAT` is `json`."""

    def setup(self, cfg: Config) -> None:
        """Set up gunicorn's handlers, and replace their formatters if lines are JSON."""
        super().setup(cfg)
        if os.environ.get("LOG_FORMAT") == "json":
            for handler in (*self.error_log.handlers, *self.access_log.handlers):
                handler.setFormatter(JsonFormatter())
