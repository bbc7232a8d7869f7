"""The endorsement's own HTTP client."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tools.endorsement.play.client import Client


class Echo(BaseHTTPRequestHandler):
    """Answers with the address that was asked for."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        content = json.dumps(self.path).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def echo() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_threads_that_share_a_client_get_their_own_answers(echo: str) -> None:
    client = Client(echo)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda number: client.get(f"{number}/"), range(60)))
    client.close()
    assert answers == [f"/api/v1/{number}/" for number in range(60)]
