"""On a phone without JavaScript, by real mail: an address at sign-up, its link, and a forgotten password."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import NewPage
from tests.fixtures.mail import SENDER, SITE
from tests.looks import WAYS, violations
from tests.mailing import path_in
from tests.servers.process import LOOPBACK, wait_until
from tests.servers.site import Site
from tests.servers.smtp import MailServer

LOOK = os.environ.get("LOOK")
TO = f"elis.regina.carvalho.costa@{'correio' * 8}.example"
OLD, NEW = "falso brilhante 1976", "como nossos pais 1976"


@pytest.fixture
def inbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """A mail server for the site that is started next."""
    with MailServer() as server:
        monkeypatch.setenv("EMAIL_URL", f"smtp://{LOOPBACK}:{server.port}")
        monkeypatch.setenv("MAIL_FROM", SENDER)
        monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", SITE)
        yield server


def look(page: Page, name: str) -> None:
    if LOOK:
        Path(LOOK).mkdir(exist_ok=True)
        page.screenshot(path=f"{LOOK}/{name}.png", full_page=True)


def link(inbox: MailServer, subject: str) -> str:
    found = wait_until(lambda: [one for one in inbox.to(TO) if subject in one.subject])
    return path_in(found[-1].body)


def sign_up(page: Page, site: Site) -> None:
    page.goto(site.url("/conta/criar/"))
    values = {"name": "Elis Regina", "username": "elis", "address": TO, "password": OLD, "again": OLD}
    for name, value in values.items():
        page.fill(f"[name={name}]", value)
    look(page, "1-sign-up")
    page.click("main form button.btn-large")


def test_an_account_by_mail_from_sign_up_to_a_new_password(
    inbox: MailServer, embedded_site: Site, new_page: NewPage
) -> None:
    site = embedded_site
    page = new_page(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    sign_up(page, site)
    page.goto(site.url("/conta/email/"))
    look(page, "2-waiting")
    page.goto(site.url(link(inbox, "confirme seu endereço")))
    look(page, "3-confirm")
    page.click("main form button")
    expect(page.locator("main")).to_contain_text(TO)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    look(page, "4-account")
    page.goto(site.url("/conta/email/"))
    look(page, "5-address")

    stranger = new_page(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    stranger.goto(site.url("/conta/entrar/"))
    look(stranger, "6-sign-in")
    stranger.click("main a[href$='esqueci-a-senha/']")
    stranger.fill("[name=account]", TO)
    look(stranger, "7-forgotten")
    stranger.click("main form button")
    look(stranger, "8-sent")
    stranger.goto(site.url(link(inbox, "senha nova")))
    stranger.fill("[name=new_password1]", NEW)
    stranger.fill("[name=new_password2]", NEW)
    look(stranger, "9-new-password")
    stranger.click("main form button")
    stranger.goto(site.url(link(inbox, "senha nova")))
    expect(stranger.locator("main")).to_contain_text("não vale mais")
    look(stranger, "10-over")
    assert link(inbox, "sua senha foi trocada") == "/conta/esqueci-a-senha/"
    page.goto(site.url("/conta/"))
    expect(page).to_have_url(site.url("/conta/entrar/?next=/conta/"))


def test_the_pages_have_no_barrier(inbox: MailServer, embedded_site: Site, new_page: NewPage) -> None:
    page = new_page()
    sign_up(page, embedded_site)
    page.wait_for_url(embedded_site.url("/"))
    confirm = link(inbox, "confirme seu endereço")
    for path in ("/conta/email/", confirm, "/conta/email/confirmar/x/", "/conta/", "/conta/esqueci-a-senha/"):
        page.goto(embedded_site.url(path))
        assert [violations(page, scheme, size) for scheme, size in WAYS] == [[], []], path
