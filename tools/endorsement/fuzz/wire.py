"""An HTTP connection that sends any header and address unchanged."""

import http.client
import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from tools.endorsement.play.client import JSON, TIMEOUT, Answer


class RawWire:
    """One kept connection. An answer that does not come in a minute is a fault (`TimeoutError`)."""

    def __init__(self, base: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=TIMEOUT)

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send, once more where the server had closed the connection, and wait for the answer."""
        try:
            return self._exchange(method, path, content, headers)
        except (http.client.HTTPException, ConnectionError):
            self._connection.close()
            return self._exchange(method, path, content, headers)

    def _exchange(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        self._connection.request(method, path, content, dict(headers))
        given = self._connection.getresponse()
        raw = given.read()
        lower = {name.lower(): value for name, value in given.getheaders()}
        is_json = lower.get("content-type", "").partition(";")[0] in JSON
        return Answer(given.status, json.loads(raw) if is_json and raw else None, raw, lower)
