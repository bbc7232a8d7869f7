"""The browser fixture works, and a page that misbehaves is seen."""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from tests.fixtures.browser import PHONE, NewPage, Watch
from tests.servers.process import LOOPBACK

POLICY = "default-src 'self'; img-src *"
Served = Callable[[str], str]


class Answer(BaseHTTPRequestHandler):
    """Answers every address with one page under a strict content policy."""

    def __init__(self, pages: dict[str, str], *arguments: object) -> None:
        self.pages = pages
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """One page or script of the test."""
        body = self.pages.get(self.path, "")
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def served() -> Iterator[Served]:
    """Serves a page; its address."""
    pages: dict[str, str] = {"/broken.js": "no_such_function()"}
    server = HTTPServer((LOOPBACK, 0), partial(Answer, pages))
    Thread(target=server.serve_forever, daemon=True).start()

    def serve(body: str) -> str:
        pages["/"] = body
        return f"http://{LOOPBACK}:{server.server_port}/"

    yield serve
    server.shutdown()
    server.server_close()


def test_a_page_opens_on_a_phone_and_without_javascript(new_page: NewPage, served: Served) -> None:
    phone = new_page(viewport=PHONE, java_script_enabled=False)
    phone.goto(served("<!doctype html><h1>Chama</h1><script src='/broken.js'></script>"))
    assert phone.get_by_role("heading").inner_text() == "Chama"
    assert phone.viewport_size == PHONE


def test_pages_speak_portuguese_unless_told_otherwise(page: Page, new_page: NewPage) -> None:
    assert page.evaluate("navigator.language") == "pt-BR"
    assert new_page(locale="en").evaluate("navigator.language") == "en"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<script src='/broken.js'></script>", "script failed"),
        ("<script>go()</script>", "Content Security Policy"),
        ("<img src='http://cdn.invalid/x.png'>", "asked another host: http://cdn.invalid/x.png"),
    ],
)
def test_a_page_that_misbehaves_is_seen(browser: Browser, served: Served, body: str, fault: str) -> None:
    watch = Watch()
    with browser.new_context() as context:
        page = context.new_page()
        watch.over(page)
        page.goto(served(f"<!doctype html><p>Chama</p>{body}"))
        page.wait_for_load_state("networkidle")
    assert len(watch.faults) == 1
    assert fault in watch.faults[0]


def test_a_sound_page_is_not_accused(browser: Browser, served: Served) -> None:
    watch = Watch()
    with browser.new_context() as context:
        page = context.new_page()
        watch.over(page)
        page.goto(served("<!doctype html><p>Chama</p><img src='/missing.png' alt=''>"))
        page.wait_for_load_state("networkidle")
    assert watch.faults == []
