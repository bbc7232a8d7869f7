"""Somebody with a browser of their own, and what they do in it."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Locator, Page, Response, expect

from tests.fixtures.browser import PHONE
from tests.servers.site import Site

PASSWORD = "seis reinos intactos"
TOUCHED: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SLOWEST = 25_000  # milliseconds that the worker and a poll together may take on a busy machine

Meet = Callable[..., "Person"]


def _posted(to: str) -> Callable[[Response], bool]:
    return lambda answer: answer.request.method == "POST" and answer.url.endswith(to)


class Person:
    """A browser at the site. Whatever they open on a phone must not scroll sideways."""

    def __init__(self, page: Page, site: Site, name: str = "") -> None:
        self.page, self.site, self.name = page, site, name
        self.taps = 0

    # --- going somewhere ---

    def go(self, path: str, status: int = 200) -> Self:
        """Open a page; it answers with this status."""
        answer = self.page.goto(self.site.url(path))
        assert answer is not None
        assert answer.status == status, f"{path}: {answer.status}"
        return self.settled()

    def follow(self, link: str | Locator) -> Self:
        """Press a link and wait for the page behind it."""
        with self.page.expect_navigation():
            self._press(self.find(link))
        return self.settled()

    def settled(self) -> Self:
        """The page is there, and fits the phone."""
        self.page.wait_for_load_state()
        self.fits()
        return self

    def fits(self) -> None:
        """No page scrolls sideways."""
        width, shown = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        size = self.page.viewport_size
        wanted = size["width"] if size else shown
        assert max(width, shown) <= wanted, f"{self.page.url} is {width} px wide on {wanted} px"

    @property
    def path(self) -> str:
        """Where they are."""
        return self.page.url.removeprefix(self.site.base)

    @property
    def slug(self) -> str:
        """The tournament whose page is open."""
        found = re.match(r"/torneios/([^/]+)/", self.path)
        assert found, self.path
        return found[1]

    # --- acting ---

    def find(self, what: str | Locator) -> Locator:
        """A part of the page."""
        return self.page.locator(what) if isinstance(what, str) else what

    def fill(self, **values: object) -> Self:
        """Fill the controls with these names."""
        for name, value in values.items():
            self.choose(name, value)
        return self

    def choose(self, name: str, value: object) -> Self:
        """Set one control, whatever it is: `True` ticks a box, a list the boxes with these values."""
        controls = self.page.locator(f':is(input, select, textarea)[name="{name}"]:not([type=hidden])')
        kind = controls.first.evaluate("it => it.type")
        if isinstance(value, bool):
            controls.set_checked(value)
        elif kind in ("radio", "checkbox"):
            for one in value if isinstance(value, list) else [value]:
                self.page.locator(f'[name="{name}"][value="{one}"]').check()
        elif kind.startswith("select"):
            controls.select_option(str(value))
        else:
            controls.fill(str(value))
        return self

    def send(self, button: str | Locator, status: int = 302, to: str = "") -> Self:
        """Press a button that posts (to an address that ends so); the next page is there."""
        with self.page.expect_response(_posted(to)) as got, self.page.expect_navigation():
            self._press(self.find(button))
        return self._answered(got.value, status)

    def swap(self, button: str | Locator, status: int = 200, to: str = "") -> Self:
        """Press a button that posts and changes a part of this page."""
        with self.page.expect_response(_posted(to)) as got:
            self._press(self.find(button))
        got.value.finished()
        return self._answered(got.value, status)

    def _answered(self, answer: Response, status: int) -> Self:
        self.settled()
        assert answer.status == status, f"{answer.url}: {answer.status}, {self.complaints()}"
        return self

    def tap(self, what: str | Locator) -> Self:
        """Touch something, or click it where there is a mouse; both are counted."""
        self._press(self.find(what))
        return self

    def _press(self, what: Locator) -> None:
        self.taps += 1
        if self.page.viewport_size == PHONE:
            what.tap()
        else:
            what.click()

    # --- seeing ---

    def complaints(self) -> list[str]:
        """What the page says is wrong."""
        return self.page.locator("[role=alert]:visible, .errors li").all_inner_texts()

    def sees(self, what: str | Locator, text: str | re.Pattern[str] | None = None) -> Locator:
        """It is on the screen, now or once the worker and the next poll brought it."""
        found = self.find(what)
        if text is None:
            expect(found.first).to_be_visible(timeout=SLOWEST)
        else:
            expect(found.filter(has_text=text).first).to_be_visible(timeout=SLOWEST)
        return found

    def shoot(self, name: str, *, full: bool = True) -> None:
        """Keep a picture where `JOURNEY_PICTURES` names a folder for them."""
        if folder := os.environ.get("JOURNEY_PICTURES"):
            self.page.screenshot(
                path=Path(folder) / f"{name}.png", full_page=full, caret="initial", animations="allow"
            )

    # --- accounts ---

    def sign_up(self, name: str, then: str = "/") -> Self:
        """Create an account on the way to a page; the user name is the first name."""
        username = name.split(maxsplit=1)[0].lower()
        self.go(f"/conta/criar/?next={then}")
        self.fill(name=name, username=username, password=PASSWORD, again=PASSWORD)
        self.send("main form button.btn-primary")
        self.name = name
        assert self.path == then
        return self
