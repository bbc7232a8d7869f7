"""How a page looks to axe: light on a laptop, dark on a narrow phone."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.fixtures.browser import LAPTOP, PHONE

WAYS: tuple[tuple[Literal["light", "dark"], ViewportSize], ...] = (("light", LAPTOP), ("dark", PHONE))
RUN = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"


def violations(page: Page, scheme: Literal["light", "dark"], size: ViewportSize) -> list[dict[str, Any]]:
    """What axe finds on this page at this size, without motion; its script comes to a page once."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return found
