"""`make bench-taps`: how many taps and seconds people need for what they do most, in a browser at 390 × 844.

A laptop's `serve` with tournaments of its own, a real Chromium, and a hand that takes `PACE` seconds to find
each place it taps. A figure over its limit is marked, and the command then ends with 1. An argument names,
by a part of its name, the only way to measure: `python -m tools.benchmarks.taps "Mesa já"`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.servers import chromium
from tests.servers.site import Site, embedded_site
from tools.benchmarks.results import migrate

PHONE: ViewportSize = {"width": 390, "height": 844}
PACE, KEY = 0.7, 0.03  # seconds to find a place and tap it, and for a letter
PATIENCE = 30_000  # milliseconds
OFFLINE, ROUND, ENTRIES = 10, 12, 38
EVENING = ("Lia", "Rui", "Eva", "Gil", "Nina", "Otto", "Bia", "Davi")
EVENING_TABLES = 4
PASSWORD = "pato-roxo-77"  # noqa: S105 - of invented people
KEPT = """async (codes) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const pages = await (await caches.open("pages-1")).keys();
    if (codes.every((code) => pages.some((page) => page.url.includes(`/partidas/${code}/`)))) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}"""
NOTHING_WAITS = "() => !Object.keys(localStorage).some((key) => key.startsWith('chama:waiting:'))"


@dataclass(frozen=True, slots=True)
class Limit:
    """What one of the `WAYS` may cost at most; None if there is no limit."""

    taps: int
    fields: int | None = None
    seconds: float | None = None


class Hand:
    """One person at a browser: counts taps and fields, and takes its time."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="pt-BR")
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.site, self.taps, self.fields, self.began = site, 0, 0, 0.0

    def open(self, path: str, day: Any = None, name: str = "") -> "Hand":
        """Open an address, signed in as `name` if given; reset the counts after that. Returns itself."""
        if name:
            self.page.goto(self.site.url("/conta/entrar/"))
            self.page.fill("[name=username]", name)
            self.page.fill("[name=password]", day["password"])
            self.page.click("main form button")
            self.page.wait_for_url(self.site.url("/"))
        self.page.goto(self.site.url(path))
        self.taps, self.fields, self.began = 0, 0, time.monotonic()
        return self

    def tap(self, place: str) -> None:
        """Wait for the place (a selector), take `PACE` seconds to find it, tap it."""
        self.page.locator(place).first.wait_for()
        time.sleep(PACE)
        self.page.locator(place).first.tap()
        self.taps += 1

    def type_into(self, **typed: str) -> None:
        """Type texts into fields, given by their names."""
        for name, text in typed.items():
            self.page.locator(f"[name={name}]").first.type(text, delay=KEY * 1000)
            self.fields += 1

    def wait_for(self, place: str) -> None:
        """Wait until the place (a selector) is visible; AssertionError after 30 seconds."""
        expect(self.page.locator(place).first).to_be_visible(timeout=PATIENCE)

    def cost(self) -> tuple[int, int, float]:
        """Return taps, fields and seconds since the address was opened."""
        return self.taps, self.fields, time.monotonic() - self.began


def make_day(day: str) -> Any:
    """Make a day in a process of its own, and return what `tools.benchmarks.prepare.taps` prints.

    With the slug of a tournament in place of a day: return its numbers of sheets and of matches with one.
    """
    command = [sys.executable, "-m", "tools.benchmarks.prepare.taps", day]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def start_a_round(hand: Hand) -> None:
    """From the tournament's page to twelve called matches in play, started at once."""
    day = make_day("called")
    hand.open(f"/torneios/{day['slug']}/", day, "bruno")
    hand.tap(".thumb-bar a")
    hand.tap("#step")
    expect(hand.page.locator(".day-match.is-live")).to_have_count(ROUND, timeout=PATIENCE)


def plain_win(hand: Hand) -> None:
    """From the list of 16 tables to a recorded sheet."""
    day = make_day("playing")
    hand.open(f"/torneios/{day['slug']}/painel/", day, "bruno")
    hand.tap(".day-match:nth-child(9) [id^=sheet-]")
    hand.tap("label.tile:has(#winner-1)")
    hand.tap(".sheet-record")
    hand.wait_for(".recorded")


def counted_win(hand: Hand) -> None:
    """From the list of 16 tables of three to a recorded sheet on which both losers are counted."""
    day = make_day("threes")
    hand.open(f"/torneios/{day['slug']}/painel/", day, "bruno")
    hand.tap(".day-match:nth-child(9) [id^=sheet-]")
    hand.tap("label.tile:has(#winner-1)")
    hand.tap(".loser:nth-of-type(1) .chip:has-text('2')")
    hand.tap(".loser:nth-of-type(2) .chip:has-text('0')")
    hand.tap(".sheet-record")
    hand.wait_for(".recorded")


def walkover_of_three(hand: Hand) -> None:
    """From the match's page to the result of a table of four at which three did not come."""
    day = make_day("absent")
    hand.open(f"/torneios/{day['slug']}/partidas/{day['codes'][0]}/", day, "bruno")
    hand.tap("#absences summary")
    for place in (1, 2, 3):
        hand.tap(f"#absences .tile:nth-child({place})")
    hand.tap("#absences form > button")
    hand.wait_for(".recorded")


def enter(hand: Hand) -> None:
    """From the organizer's link to being entered, without an account."""
    hand.open(f"/torneios/{make_day('open')['slug']}/inscrever-se/")
    hand.tap("main a[href*='/conta/criar/']")
    hand.type_into(name="Nina Prado", username="nina.prado", password=PASSWORD, again=PASSWORD)
    hand.tap("main form button")
    hand.tap("main form button.btn-primary")
    hand.wait_for("main .lead")


def from_nothing_to_the_draw(hand: Hand) -> None:
    """Create, announce, paste 38 entries, check them in, draw."""
    hand.open("/torneios/novo/", make_day("open"), "ana")
    hand.type_into(name="Vila Isabel")
    hand.tap(".setup-form .actions .btn-primary")
    hand.tap("main a[href$='/anuncio/']")
    hand.type_into(channel="grupo do clube")
    hand.tap("main form .btn-primary")
    hand.tap(".thumb-bar a[href$='/inscricoes/']")
    hand.tap("main a[href$='/importar/']")
    hand.page.fill("main textarea", "\n".join(f"Jogadora {number}" for number in range(ENTRIES)))
    hand.tap("main form .btn-primary")
    hand.tap("main form .btn-primary")
    hand.tap(".thumb-bar a[href$='/organizar/']")
    hand.tap(".way-step.is-next .btn")
    hand.tap("main details summary:has-text('Todos')")
    hand.tap("main button[value=all]")
    hand.tap(".thumb-bar a[href$='/organizar/']")
    hand.tap(".way-step.is-next .btn")
    hand.tap("main form .btn-primary")
    hand.tap("main form .btn-primary")
    hand.wait_for(".moment")


def play_now(hand: Hand) -> None:
    """From the home page to an evening with every table of round 1 called: eight names, typed."""
    hand.open("/", make_day("open"), "ana")
    hand.tap("main a[href$='/mesa-ja/']")
    hand.type_into(names=", ".join(EVENING))
    hand.tap("#draw-and-call")
    hand.wait_for("#step")
    expect(hand.page.locator(".day-match")).to_have_count(EVENING_TABLES, timeout=PATIENCE)


WAYS: tuple[tuple[str, Callable[[Hand], None], Limit], ...] = (
    ("start a round of 12 tables", start_a_round, Limit(2)),
    ("plain win from the list, 16 tables", plain_win, Limit(3, seconds=8.0)),
    ("plain win at a table of three, both losers counted", counted_win, Limit(5, seconds=10.0)),
    ("walkover of three at a table of four", walkover_of_three, Limit(5)),
    ("from the link to entered, without an account", enter, Limit(5, fields=4)),
    (f"“Mesa já”: {len(EVENING)} names to called tables", play_now, Limit(8, fields=1, seconds=20.0)),
    (f"created to drawn, {ENTRIES} entries", from_nothing_to_the_draw, Limit(15)),
)


def offline_sheets(browser: Browser, site: Site) -> tuple[int, int]:
    """Have two judges record five sheets each without a network, close the tab, and open another with one.

    Returns how many sheets arrived, and for how many matches; both must be ten.
    """
    day = make_day("offline")
    now = f"/torneios/{day['slug']}/painel/"
    hands = [Hand(browser, site).open(now, day, name) for name in ("ana", "bruno")]
    for hand, own in zip(hands, (day["codes"][::2], day["codes"][1::2]), strict=True):
        hand.page.evaluate(KEPT, day["codes"])
        hand.context.set_offline(True)
        for code in own:
            hand.page.goto(site.url(now))
            hand.tap(f"#sheet-{code}")
            hand.tap("label.tile:has(#winner-1)")
            hand.tap(".sheet-record")
            hand.wait_for("[data-offline]")
    for hand in hands:
        hand.page.close()
        hand.context.set_offline(False)
        hand.page = hand.context.new_page()
        hand.page.goto(site.url("/"))
        hand.page.wait_for_function(NOTHING_WAITS, timeout=PATIENCE)
    sheets, matches = make_day(day["slug"])
    return sheets, matches


def rows(browser: Browser, site: Site, only: str = "") -> Iterator[tuple[str, bool]]:
    """Measure the ways whose name contains `only`; yield each line of the table and whether it holds."""
    for name, way, limit in WAYS:
        if only not in name:
            continue
        hand = Hand(browser, site)
        way(hand)
        taps, fields, seconds = hand.cost()
        pairs = ((limit.taps, taps), (limit.fields, fields), (limit.seconds, seconds))
        holds = all(most is None or value <= most for most, value in pairs)
        said = f"≤ {limit.taps}" + (f" + {limit.fields}" if limit.fields else "")
        said += f", {limit.seconds:.0f} s" if limit.seconds else ""
        yield f"| {name} | {taps} | {fields} | {seconds:.1f} | {said} | {'yes' if holds else 'NO'} |", holds
        hand.context.close()
    name = f"sheets of {OFFLINE} tables, two phones offline"
    if only not in name:
        return
    sheets, matches = offline_sheets(browser, site)
    holds = sheets == matches == OFFLINE
    yield f"| {name} | | | | {sheets} sheets, {matches} matches | {'yes' if holds else 'NO'} |", holds


def main() -> int:
    """Print the table; return 1 if a figure does not hold, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", nargs="?", default="", help="measure only rows whose name contains this")
    which = parser.parse_args().which
    with tempfile.TemporaryDirectory(prefix="chama-taps-") as folder:
        os.environ |= {"DATA_DIR": folder, "SECRET_KEY": "taps" * 20}
        migrate()
        print("| way | taps | fields | seconds | limit | holds |\n|---|---|---|---|---|---|", flush=True)
        held = []
        with embedded_site(Path(folder)) as site, sync_playwright() as driver:
            path = chromium.find_or_install()
            browser = driver.chromium.launch(executable_path=path, args=list(chromium.ARGUMENTS))
            for line, holds in rows(browser, site, which):
                print(line, flush=True)
                held.append(holds)
            browser.close()
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
