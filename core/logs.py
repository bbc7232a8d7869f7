"""How a line of a log looks: for people as text, for programs as a JSON object, chosen by `LOG_FORMAT`.

Both bear the time with its offset in UTC, the id of the request or job (`core.trace`), and the facts of an
event by name. No value can begin a new line or forge a field, and no card's token stands in any of them.
"""

import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

from core import trace
from core.masking import masked

EVENT, FACTS = "event", "facts"
"""The attributes of a log record that hold the name of an event and what is known of it."""
_said = json.JSONEncoder(default=str).encode  # `json.dumps` would make an encoder a value


def note(log: logging.Logger, event: str, facts: Mapping[str, object], *, level: int = logging.INFO) -> None:
    """Write an event with its facts; a caller passes nothing that is secret."""
    if log.isEnabledFor(level):
        said = " ".join(f"{name}={_said(fact)}" for name, fact in facts.items())
        log.log(level, "%s %s", event, said, extra={EVENT: event, FACTS: facts})


def stamp(record: logging.LogRecord) -> str:
    """When it happened, ISO 8601 in UTC, to the millisecond."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """The facts, with every token of a card hidden."""
    given = cast(Mapping[str, object], getattr(record, FACTS, {}))
    return {name: masked(fact) for name, fact in given.items()}


class TextFormatter(logging.Formatter):
    """`2026-11-24T18:48:09.141+00:00 INFO access [id]: request method="GET" …`"""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and where something broke its trace below."""
        doing = f" [{trace.current()}]" if trace.current() else ""
        line = f"{stamp(record)} {record.levelname} {record.name}{doing}: {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Json(logging.Formatter):
    """The same as one JSON object for each line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """`time`, `level`, `log`, `message`; `id`, `facts` and `trace` where there are any."""
        line: dict[str, object] = {
            "time": stamp(record),
            "level": record.levelname,
            "log": record.name,
            "message": getattr(record, EVENT, None) or record.getMessage(),
        }
        if trace.current():
            line["id"] = trace.current()
        if facts := facts_of(record):
            line["facts"] = facts
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
