"""Small days with a stage before the bracket on phones: their people, their play, and pictures of pages."""

import os

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match, MatchState
from tests.cast import START, ana, bruno, fresh, plain_win
from tests.servers.site import Site
from tests.web.long_names import NAMES
from tests.web.phones import at_the_table
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Role, Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.setup.announce import publish_announcement
from tournaments.setup.staff import assign_role

LOOK = os.environ.get("LOOK", "")
PHONE = {"width": 390, "height": 844}
LANGUAGE = os.environ.get("LOOK_IN", "en")
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": LANGUAGE}


def look(page: Page, name: str) -> None:
    """Check that nothing is wider than the screen; keep a picture if `LOOK` names a folder."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if LOOK:
        page.screenshot(path=f"{LOOK}/{name}-{width}.png", full_page=True)


def go(page: Page, site: Site, name: str, tournament: Tournament, *, query: str = "") -> None:
    page.goto(site.url(reverse(name, args=[tournament.slug])) + query)
    look(page, f"{name}{query.replace('?', '-')}")


def peopled(tournament: Tournament) -> Tournament:
    """Eight are there."""
    publish_announcement(tournament, text="Venham!", channel="grupo", by=ana(), now=START)
    rows = [NewEntry((f"{NAMES[number % 3]} {number}",)) for number in range(8)]
    import_entries(fresh(tournament), entries=rows, by=ana(), now=START)
    check_in_all(fresh(tournament), by=ana(), now=START)
    return fresh(tournament)


def ready(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED))


def play(tournament: Tournament, *, but: int = 0) -> None:
    """The first side of every match wins; the last ones are still open."""
    for match in ready(tournament)[: len(ready(tournament)) - but]:
        start_match(match, by=ana(), now=timezone.now())
        match.refresh_from_db()
        record_sheet(match, sheet=plain_win(match), by=ana(), now=timezone.now())


def helped(tournament: Tournament) -> None:
    """Bruno judges."""
    assign_role(tournament, username="bruno", role=Role.JUDGE, by=ana(), now=START)
    assign_role(tournament, username="ana", role=Role.COORDINATOR, by=ana(), now=START)


def recorded_by_the_judge(judge: Page, site: Site, tournament: Tournament) -> None:
    """The last match of the round ends on the judge's phone."""
    (match,) = ready(tournament)
    start_match(match, by=bruno(), now=timezone.now())
    at_the_table(judge, site, match)
    judge.tap("label.tile:has(#winner-1)")
    judge.tap(".sheet-record")
    expect(judge.locator(".recorded")).to_be_visible()
