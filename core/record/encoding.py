"""How a line is written down: canonical bytes, their digest, and the server's clock. Pure."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime


def canonical(value: Mapping[str, object]) -> str:
    """The one text of a JSON object: keys sorted, no blanks, no escapes that UTF-8 spares."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """SHA-256 of a line without its LF, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamp(moment: datetime) -> str:
    """UTC in RFC 3339 with `Z`, to the millisecond."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
