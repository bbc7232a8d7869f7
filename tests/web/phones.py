"""Judges’ phones in browser tests: sign in, open the match, tap counts."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from matches.models import Match, MatchState
from tests.cast import PASSWORD, running
from tests.fixtures.browser import PHONE
from tests.servers.site import Reached, Site
from tournaments.models import Tournament
from tournaments.play.play import tournament_of

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en"}


def venue_minutes(tournament: Tournament, since: datetime) -> re.Pattern[str]:
    """Hours and minutes at the venue, at this moment or some minutes later."""
    zone = ZoneInfo(tournament.zone)
    moments = (timezone.localtime(since + timedelta(minutes=later), zone) for later in range(4))
    return re.compile("|".join(f"^{moment:%I:%M %p}$" for moment in moments))


def sign_in(page: Page, site: Reached, username: str = "bruno") -> None:
    page.goto(site.url(reverse("login")))
    page.fill("[name=username]", username)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.wait_for_url(site.url("/"))


def at_the_table(page: Page, site: Site, match: Match) -> None:
    tournament = tournament_of(match)
    page.goto(site.url(reverse("match", args=[tournament.slug, match.code])))


def counted(page: Page, line: int, realms: int) -> None:
    """Tap how many intact realms somebody has."""
    page.check(f'[name="lines.{line}.intact"][value="{realms}"]')


def more(page: Page, line: int) -> None:
    """Open the other numbers of a line."""
    page.locator(".sheet-line").nth(line).locator("summary").click()


def first_match(**chosen: object) -> Match:
    tournament = running(entries=4, table_high=4, **chosen)
    return Match.objects.get(ledger=tournament.ledger_id, state=MatchState.PLAYING)
