"""Visitors without an account: pages that stay open and become new by themselves."""

import re

from playwright.sync_api import expect

from tests.journeys.people import SLOWEST, Person

MARK = "window.openedByTheVisitor"


def stay(visitor: Person, path: str) -> Person:
    """Open a page that is never loaded again."""
    visitor.go(path)
    visitor.page.evaluate(f"{MARK} = true")
    return visitor


def comes(visitor: Person, selector: str, text: str | re.Pattern[str] | None = None) -> str:
    """It appears on the page that stayed open; its text."""
    found = visitor.page.locator(selector)
    if text is not None:
        found = found.filter(has_text=text)
    expect(found.first).to_be_attached(timeout=SLOWEST)
    assert visitor.page.evaluate(f"{MARK} === true"), "the page was loaded again"
    return found.first.inner_text()
