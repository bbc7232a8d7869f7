"""At a table: a judge with a phone, a match, and its sheet."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, expect

from tests.journeys.people import SLOWEST, Person

RECORD = ".sheet-record"
SHEET = "/sumula/"


def called(judge: Person, slug: str, table: str | None = None) -> str:
    """Wait on the day's page until a match is called that nobody has started; its code."""
    judge.go(f"/torneios/{slug}/painel/")
    cards = judge.page.locator("[aria-labelledby=called-title] .day-match")
    card = (
        cards.filter(has=judge.page.locator("h3 bdi", has_text=re.compile(f"^{table}$"))) if table else cards
    )
    link = card.first.locator("[id^=match-]")
    expect(link).to_be_visible(timeout=SLOWEST)
    return str(link.get_attribute("id")).removeprefix("match-")


def open_match(judge: Person, slug: str, code: str) -> None:
    """The match's page."""
    judge.go(f"/torneios/{slug}/partidas/{code}/")


def start(judge: Person, slug: str, code: str) -> None:
    """The game begins, with one tap; the clock runs."""
    open_match(judge, slug, code)
    judge.send("form[action$='/iniciar/'] button")


def winner(judge: Person, side: int = 1) -> Locator:
    """The tile that says which side won."""
    return judge.page.locator(f"label.tile:has(#winner-{side})")


def ending(judge: Person, how: str) -> None:
    """Tap how the match ended."""
    judge.tap(f"label.tile:has(#ended-{how})")


def count(judge: Person, line: int, **counts: int) -> None:
    """Tap one player's intact realms, and bring the other counters to these numbers with their buttons."""
    for key, wanted in counts.items():
        box = judge.page.locator(f'[name="lines.{line}.{key}"]')
        if box.first.get_attribute("type") == "radio":
            judge.choose(f"lines.{line}.{key}", wanted)
            continue
        more(judge, line)
        stepper = judge.page.locator(".stepper", has=box)
        while (have := int(box.input_value() or 0)) != wanted:
            judge.tap(stepper.locator("button").nth(0 if have > wanted else 1))


def more(judge: Person, line: int) -> None:
    """Open the numbers of a line that are asked for on demand."""
    details = judge.page.locator(".sheet-line").nth(line).locator("details.sheet-more")
    if details.count() and details.get_attribute("open") is None:
        judge.tap(details.locator("summary"))


def left(judge: Person, line: int, how: str, order: int | None = None) -> None:
    """Mark on one line how that player left the game."""
    judge.choose(f"lines.{line}.out", how)
    if order:
        judge.choose(f"lines.{line}.out_order", order)


def typed(judge: Person) -> Mapping[str, str]:
    """What stands in the sheet's counters and choices."""
    found: dict[str, str] = judge.page.evaluate(
        "Object.fromEntries([...new FormData(document.querySelector('form[data-sheet]'))]"
        ".filter(([name]) => name.startsWith('lines.') || ['winner', 'ended_by'].includes(name)))"
    )
    return found


def record(judge: Person) -> None:
    """Send the sheet; the match shows its result."""
    judge.send(RECORD, 200, SHEET)
    expect(judge.page.locator(".recorded")).to_be_visible()


def refused(judge: Person, status: int = 422) -> list[str]:
    """Send the sheet; it is refused in place. What the page says."""
    judge.swap(RECORD, status, SHEET)
    alert = judge.page.locator("#sheet [role=alert]:visible")
    expect(alert.first).to_be_visible()
    return alert.all_inner_texts()


def headline(judge: Person, tone: str) -> str:
    """The line above the button, once the server says so: `good`, `warning` or `danger`."""
    line = judge.page.locator(f"#sheet-headline.is-{tone}")
    expect(line).to_be_visible()
    return line.inner_text()
