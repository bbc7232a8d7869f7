"""Passkeys in a real browser, by a device that Chromium plays: made, the second step, and enough alone."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from simulation.demo import PASSWORD
from tests.fixtures.browser import PATIENCE
from tests.infrastructure.test_https_browser import Laptop, trust_it
from tests.looks import WAYS, violations
from tests.servers import chromium

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere Chromium trusts what the system trusts"
)

DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


class Phone:
    """Ana's browser at the name that the laptop has for itself, and what is in it."""

    def __init__(self, context: BrowserContext, laptop: Laptop) -> None:
        self.page: Page = context.pages[0]
        self.base = f"https://localhost:{laptop.port}"
        self._device = context.new_cdp_session(self.page)
        self._device.send("WebAuthn.enable")
        made = self._device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._id = {"authenticatorId": made["authenticatorId"]}

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(f"{self.base}{path}")

    def give_password(self) -> None:
        """At the door."""
        self.go("/conta/entrar/")
        self.page.locator("#id_username").fill("ana")
        self.page.locator("#id_password").fill(PASSWORD)
        self.page.locator("#id_password").press("Enter")

    def sign_out(self) -> None:
        """By the button at the head of each page."""
        self.page.get_by_role("button", name="Sair", exact=True).click()
        self.page.wait_for_url(f"{self.base}/")

    def by_passkey(self) -> None:
        """Tap the button."""
        self.page.get_by_role("button", name="Entrar com chave de acesso").click()

    def is_in(self) -> None:
        """The head of the page knows her."""
        expect(self.page.locator("[data-person='ana']")).to_be_visible()

    def held(self) -> list[Any]:
        """The keys in the device."""
        found: list[Any] = self._device.send("WebAuthn.getCredentials", self._id)["credentials"]
        return found

    def forget(self) -> None:
        """The device has none any more."""
        self._device.send("WebAuthn.clearCredentials", self._id)


@pytest.fixture
def laptop(with_the_demo: Path) -> Iterator[Laptop]:
    made = Laptop(with_the_demo)
    with made.site:
        yield made


@pytest.fixture
def phone(laptop: Laptop, playwright: Playwright, chromium_path: str, tmp_path: Path) -> Iterator[Phone]:
    """It took the certificate, without which browsers know no passkeys."""
    trust_it(laptop, tmp_path)
    opened = playwright.chromium.launch_persistent_context(
        tmp_path / "phone", executable_path=chromium_path, args=list(chromium.ARGUMENTS), locale="pt-BR",
        env={**os.environ, "HOME": str(tmp_path / "home")},
    )  # fmt: skip
    opened.set_default_timeout(PATIENCE)
    yield Phone(opened, laptop)
    opened.close()


def _looks_right(page: Page) -> None:
    """Nothing that axe finds, in both schemes and at both widths; no page scrolls sideways."""
    for scheme, size in WAYS:
        assert violations(page, scheme, size) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _add(phone: Phone) -> None:
    phone.go("/conta/duas-etapas/")
    phone.page.locator("#id_passkey-name").fill("Meu celular")
    phone.page.locator("#id_passkey-password").fill(PASSWORD)
    phone.page.get_by_role("button", name="Adicionar chave de acesso").click()
    making = phone.page.get_by_role("button", name="Criar a chave de acesso")
    expect(making).to_be_visible()
    _looks_right(phone.page)
    making.click()


def _remove(phone: Phone) -> None:
    phone.go("/conta/duas-etapas/")
    _looks_right(phone.page)
    phone.page.get_by_role("link", name="Tirar Meu celular").click()
    _looks_right(phone.page)
    phone.page.locator("#id_password").fill(PASSWORD)
    phone.page.get_by_role("button", name="Tirar", exact=True).click()
    expect(phone.page.get_by_text("não abre mais nada aqui")).to_be_visible()


def test_a_passkey_from_the_first_to_the_last(phone: Phone) -> None:
    page = phone.page
    phone.give_password()
    phone.is_in()
    _add(phone)
    expect(page.locator("ol.mono li")).to_have_count(10)
    assert [key["rpId"] for key in phone.held()] == ["localhost"]
    _add(phone)
    expect(page.get_by_role("alert")).to_contain_text("já tem uma chave de acesso")
    phone.sign_out()
    phone.give_password()
    page.wait_for_url("**/conta/entrar/codigo/**")
    _looks_right(page)
    phone.by_passkey()
    phone.is_in()
    phone.sign_out()
    phone.go("/conta/entrar/?next=/tipos/")
    phone.by_passkey()
    page.wait_for_url("**/tipos/")
    phone.is_in()
    assert phone.held()[0]["signCount"] == 3
    _remove(phone)
    phone.sign_out()
    phone.go("/conta/entrar/")
    phone.by_passkey()
    expect(page.get_by_role("alert")).to_contain_text("Escolha outra")
    _looks_right(page)
    phone.give_password()
    phone.is_in()


def test_a_phone_without_one_says_so_and_the_code_goes_on(phone: Phone) -> None:
    page = phone.page
    phone.give_password()
    _add(phone)
    paper = page.locator("ol.mono li").first.inner_text()
    phone.sign_out()
    phone.forget()
    phone.give_password()
    phone.by_passkey()
    expect(page.get_by_role("alert")).to_contain_text("não enviou nenhuma chave de acesso")
    page.locator("#id_code").fill(paper)
    page.get_by_role("button", name="Entrar", exact=True).click()
    phone.is_in()
