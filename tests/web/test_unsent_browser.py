"""Text that could not be sent for lack of a network is offered again; sending itself is never delayed."""

import pytest
from django.urls import reverse
from playwright.sync_api import Error, Page, expect

from tests.cast import created
from tests.fixtures.browser import LAPTOP, NewPage
from tests.servers.site import Site
from tests.web.phones import sign_in
from tournaments.models import Tournament

TEXT = "Venham todos: baralhos na mesa, fichas no balcão."
NOTED = "sessionStorage.getItem('chama:unsent')"


@pytest.fixture
def page(live_site: Site, new_page: NewPage) -> Page:
    """Ana's announcement, typed and not sent."""
    tournament = created()
    found = new_page(viewport=LAPTOP)
    sign_in(found, live_site, "ana")
    found.goto(live_site.url(reverse("announcement", args=[tournament.slug])))
    found.fill("[name=text]", TEXT)
    found.fill("[name=channel]", "grupo")
    return found


def send(page: Page) -> None:
    with page.expect_navigation():
        page.locator("form:has([name=text])").evaluate("form => form.requestSubmit()")


def lose(page: Page) -> None:
    """Send it without a network: the browser shows its own page."""
    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"), page.expect_navigation():
        page.locator("form:has([name=text])").evaluate("form => form.requestSubmit()")
    page.context.set_offline(False)


def test_what_was_lost_is_filled_in_again_until_it_is_sent(page: Page) -> None:
    form = page.url
    lose(page)
    page.goto(form)
    expect(page.locator("[name=text]")).to_have_value(TEXT)
    expect(page.locator("[name=channel]")).to_have_value("grupo")
    expect(page.get_by_role("alert")).to_contain_text("digitou")
    send(page)
    expect(page.locator("main")).to_contain_text("público")
    assert Tournament.objects.get().announcement == TEXT
    assert page.evaluate(NOTED) is None


def test_a_form_that_was_sent_leaves_nothing(page: Page) -> None:
    send(page)
    assert page.evaluate(NOTED) is None


def test_a_refused_form_shows_what_was_typed_once(page: Page) -> None:
    page.fill("[name=channel]", "")
    send(page)
    expect(page.locator("[name=text]")).to_have_value(TEXT)
    assert page.evaluate(NOTED) is None


def test_another_account_sees_nothing_and_signing_out_works(live_site: Site, page: Page) -> None:
    lose(page)
    page.goto(live_site.url("/"))
    page.locator(".site-nav form button").click()
    page.wait_for_load_state()
    expect(page.locator("[data-person]")).to_have_count(0)
    assert page.evaluate(NOTED) is None


def test_passwords_and_codes_are_never_noted(live_site: Site, new_page: NewPage) -> None:
    page = new_page(viewport=LAPTOP)
    page.goto(live_site.url(reverse("login")))
    page.fill("[name=username]", "ana")
    page.fill("[name=password]", "seis reinos intactos")
    page.context.set_offline(True)
    with pytest.raises(Error), page.expect_navigation():
        page.locator("main form").first.evaluate("form => form.requestSubmit()")
    page.context.set_offline(False)
    page.goto(live_site.url(reverse("login")))
    assert page.evaluate(NOTED) is None
