"""`python -m tools.scripts.guide_pictures`: take the pictures of `docs/guia/` from the running product.

The demo is started with files of its own, and a Chromium of a phone's width looks at its pages in Portuguese.
What a picture shows of clocks and of draws differs from time to time; what it teaches does not.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.servers import chromium
from tests.servers.site import Site, embedded_site
from tools.scripts.catalog import ROOT

FOLDER = ROOT / "docs" / "guia" / "imagens"
PHONE: ViewportSize = {"width": 390, "height": 640}
PASSWORD = "chama-demo"  # noqa: S105 - of everybody in the demo, which says it
LARGEST = 120_000  # bytes of one picture


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as a person of the demo sees it, saved as `name`; `who` is "" for a stranger.

    `page`: address below the tournament's. `place`: selector to scroll to, "" for the top.
    """

    name: str
    who: str
    slug: str
    page: str = ""
    place: str = ""


PLAYING = "chama-campeonato-mariapaulista-2026"
SOON = "chama-duplas-niteroienses-xisum-2026"
OVER = "chama-campeonato-fluminense-2026"
PICTURES = (
    Picture("organizar", "ana", SOON, "organizar/", ".way"),
    Picture("presenca", "ana", SOON, "presenca/", "#door-title"),
    Picture("sorteio", "ana", OVER, "sorteio/", ".moment"),
    Picture("lista-do-juiz", "bruno", PLAYING, "painel/", ".day-rows"),
    Picture("sumula", "bruno", PLAYING, "painel/", ".day-rows"),
    Picture("minha-mesa", "caio", PLAYING, "", "#overview"),
    Picture("chave", "caio", PLAYING, "chave/", ".bracket-tools"),
    Picture("campeao", "", OVER, "", ".moment"),
    Picture("agora", "ana", PLAYING, "painel/"),
)


def main() -> int:
    """Take all pictures into `docs/guia/imagens`; return 1 if one is larger than `LARGEST`, else 0."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="chama-guia-") as folder,
        embedded_site(Path(folder), "--demo") as site,
        sync_playwright() as driver,
    ):
        path = chromium.find_or_install()
        browser = driver.chromium.launch(executable_path=path, args=list(chromium.ARGUMENTS))
        large = list(_take_pictures(browser, site))
        browser.close()
    print("\n".join(large) or f"{len(PICTURES)} pictures in {FOLDER.relative_to(ROOT)}")
    return 1 if large else 0


def _take_pictures(browser: Browser, site: Site) -> Iterator[str]:
    """Write each picture into its file; yield a sentence for each that is too large."""
    for picture in PICTURES:
        context = browser.new_context(viewport=PHONE, locale="pt-BR", reduced_motion="reduce")
        page = context.new_page()
        _open_page(page, site, picture)
        target = FOLDER / f"{picture.name}.png"
        page.screenshot(path=target)
        context.close()
        if target.stat().st_size > LARGEST:
            yield f"{target.name}: {target.stat().st_size} bytes; at most {LARGEST}"


def _open_page(page: Page, site: Site, picture: Picture) -> None:
    """Sign in as the picture's person, open its page, scroll, and wait until it is drawn."""
    if picture.who:
        page.goto(site.url("/conta/entrar/"))
        page.fill("[name=username]", picture.who)
        page.fill("[name=password]", PASSWORD)
        page.click("main form button")
        page.wait_for_url(site.url("/"))
    page.goto(site.url(f"/torneios/{picture.slug}/{picture.page}"))
    if picture.name == "sumula":
        page.locator("[id^=sheet-]").first.click()
        page.locator("form.sheet").wait_for()
        page.evaluate("document.querySelector('form.sheet').scrollIntoView()")
    elif picture.place:
        page.locator(picture.place).first.evaluate("it => { it.scrollIntoView(); window.scrollBy(0, -12); }")
    page.wait_for_timeout(400)


if __name__ == "__main__":
    sys.exit(main())
