"""The laptop's https in a real browser: pages are kept where its authority is trusted, and nowhere else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from simulation.demo import PASSWORD
from tests.fixtures.browser import PATIENCE
from tests.servers import chromium, trust
from tests.servers.process import LOOPBACK, free_port, wait_until
from tests.servers.site import Site
from tests.servers.site import embedded_site as serve

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere Chromium trusts what the system trusts"
)

KEPT = """async (address) => Boolean(await (await caches.open("pages-1")).match(address))"""


class Laptop:
    """The demo over both ports."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.site: Site = serve(folder, "--demo", "--https", "--https-port", str(self.port))

    def safe(self, path: str) -> str:
        """The address over https."""
        return f"https://{LOOPBACK}:{self.port}{path}"


@pytest.fixture
def laptop(with_the_demo: Path) -> Iterator[Laptop]:
    made = Laptop(with_the_demo)
    with made.site:
        yield made


@pytest.fixture
def phone(playwright: Playwright, chromium_path: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with a home of its own, in which nothing is trusted yet."""
    opened = playwright.chromium.launch_persistent_context(
        tmp_path / "phone", executable_path=chromium_path, args=list(chromium.ARGUMENTS), locale="pt-BR",
        env={**os.environ, "HOME": str(tmp_path / "home")},
    )  # fmt: skip
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


@pytest.fixture
def trusting(laptop: Laptop, tmp_path: Path) -> None:
    """The phone's owner took the certificate."""
    trust_it(laptop, tmp_path)


def trust_it(laptop: Laptop, tmp_path: Path) -> None:
    """Browsers whose home is `home` trust the laptop's authority."""
    certificate = tmp_path / "chama.crt"
    certificate.write_bytes(httpx.get(laptop.site.url("/seguro/chama.crt"), trust_env=False).content)
    subprocess.run(trust.command(tmp_path / "home", certificate), check=True)


def _signed_in(page: Page, laptop: Laptop) -> None:
    page.goto(laptop.safe("/conta/entrar/"))
    page.locator("#id_username").fill("bruno")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")
    page.wait_for_url(laptop.safe("/"))


def _the_day(laptop: Laptop) -> str:
    found = httpx.get(laptop.site.url("/api/v1/tournaments/?state=running"), trust_env=False).json()
    return reverse("now", args=[found["results"][0]["slug"]])


@pytest.mark.F45
@pytest.mark.usefixtures("trusting")
def test_a_phone_that_took_the_certificate_opens_the_day_without_the_laptop(
    laptop: Laptop, phone: BrowserContext
) -> None:
    page, day = phone.pages[0], laptop.safe(_the_day(laptop))
    _signed_in(page, laptop)
    page.goto(laptop.safe("/seguro/"))
    expect(page.locator("[data-safe-keeps]")).to_be_visible()
    page.goto(day)
    wait_until(lambda: page.evaluate(KEPT, day))
    laptop.site.stop()
    page.goto(day)
    expect(page.locator("#now")).to_be_visible()


def test_a_phone_that_went_past_the_warning_keeps_nothing_and_says_so(
    laptop: Laptop, phone: BrowserContext
) -> None:
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        phone.pages[0].goto(laptop.safe("/seguro/"))
    page = phone.new_page()  # a browser without windows has no button to go on with
    phone.new_cdp_session(page).send("Security.setIgnoreCertificateErrors", {"ignore": True})
    page.goto(laptop.safe("/seguro/"))
    expect(page.locator("[data-safe-warns]")).to_be_visible()
    expect(page.locator("[data-safe-keeps]")).to_be_hidden()
