"""Log formats: text for people or a JSON object for programs, chosen by `LOG_FORMAT`.

Both contain the time with its offset in UTC, the trace id, and the facts of an event by name. No value can
begin a new line or forge a field. Tokens of cards, calendars, links by mail and access links are masked.

One trace id goes from the proxy through a request, its lines in the record and the jobs that follow from it.
Search all logs for it to find out what happened. It identifies no person.
"""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import cast

SECRETS = ("/mesa/", "/calendario/", "/nova-senha/", "/confirmar/", "/parar/", "/entrar/")
_SECRET = re.compile(
    r"(/(?:mesa|calendario|nova-senha|confirmar|parar)/(?=[^/\s\"?]{12})"
    r"|(?<!/conta)/entrar/(?=[^/\s\"?]))[^/\s\"?]+"
)
MASK = r"\1…"


def mask_tokens(value: object) -> object:
    """Return the value with every token in it masked; a value that is not text is unchanged."""
    if isinstance(value, str) and any(secret in value for secret in SECRETS):
        return _SECRET.sub(MASK, value)
    return value


class MaskTokens(logging.Filter):
    """A log filter that masks tokens in the message and its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the record's tokens; return True, so that every line is logged."""
        record.msg = mask_tokens(record.msg)
        if isinstance(record.args, dict):
            for key in record.args:  # gunicorn's mapping computes a value for every key: change it in place
                record.args[key] = mask_tokens(record.args[key])
        elif record.args:
            record.args = tuple(map(mask_tokens, record.args))
        return True


def mask_access_logs() -> None:
    """Add the filter to gunicorn's own access log."""
    logging.getLogger("gunicorn.access").addFilter(MaskTokens())


TRACE_HEADER = "X-Request-ID"
LONGEST = 64
_FORM = re.compile(rf"[A-Za-z0-9._:-]{{8,{LONGEST}}}")
_current: ContextVar[str] = ContextVar("trace", default="")


def current_trace() -> str:
    """Return the trace id of this request or job; empty outside of both."""
    return _current.get()


def accepted_trace(given: str) -> str:
    """Return `given`, the proxy's trace id, if its form is right; else a new random trace id."""
    return given if _FORM.fullmatch(given) else token_hex(8)


@contextmanager
def traced(trace: str = "") -> Iterator[str]:
    """Give everything in the block this trace id, a new one if it is "", and yield it."""
    token = _current.set(trace or token_hex(8))
    try:
        yield _current.get()
    finally:
        _current.reset(token)


EVENT, FACTS = "event", "facts"
"""Attributes of a log record with the name and the facts of an event."""
_said = json.JSONEncoder(default=str).encode  # `json.dumps` would create an encoder for each value


def note(log: logging.Logger, event: str, facts: Mapping[str, object], *, level: int = logging.INFO) -> None:
    """Log an event with its facts as `name=JSON`; the caller passes no secrets."""
    if log.isEnabledFor(level):
        said = " ".join(f"{name}={_said(fact)}" for name, fact in facts.items())
        log.log(level, "%s %s", event, said, extra={EVENT: event, FACTS: facts})


def stamp(record: logging.LogRecord) -> str:
    """Return the log record's time in UTC, ISO 8601 to the millisecond."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """Return the facts of a log record with all tokens masked; {} if it is of no event."""
    given = cast(Mapping[str, object], getattr(record, FACTS, {}))
    return {name: mask_tokens(fact) for name, fact in given.items()}


class TextFormatter(logging.Formatter):
    """One line for people: `2026-11-24T18:48:09.141+00:00 INFO access [id]: request method="GET" …`"""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, followed by the traceback if there is one."""
        doing = f" [{current_trace()}]" if current_trace() else ""
        line = f"{stamp(record)} {record.levelname} {record.name}{doing}: {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """One JSON object for each line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return `time`, `level`, `log`, `message` as JSON, with `id`, `facts` and `trace` if present.

        `message` is an event's name, for other lines the text. `id` is the trace id, `trace` the traceback
        of an error.
        """
        line: dict[str, object] = {
            "time": stamp(record),
            "level": record.levelname,
            "log": record.name,
            "message": getattr(record, EVENT, None) or record.getMessage(),
        }
        if current_trace():
            line["id"] = current_trace()
        if facts := facts_of(record):
            line["facts"] = facts
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
