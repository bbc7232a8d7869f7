"""The API's own page in a real browser, under our content policy."""

import pytest
from playwright.sync_api import Page, expect

from tests.servers.site import Site


@pytest.mark.F65
@pytest.mark.F82
def test_the_page_explains_the_api_and_can_try_it(live_site: Site, page: Page) -> None:
    page.goto(live_site.url("/api/docs/"))
    listing = page.locator("#operations-tournaments-list_tournaments")
    page.locator(".opblock-tag").first.hover()
    while not listing.count():  # the page draws what comes into sight
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(100)
    listing.locator(".opblock-summary-control").click()
    listing.get_by_role("button", name="Try it out").click()
    listing.get_by_role("button", name="Execute").click()
    expect(listing.locator(".live-responses-table").get_by_text('"results"')).to_be_visible()
