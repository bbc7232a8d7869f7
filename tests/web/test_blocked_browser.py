"""On a phone the blocked match is called with one touch."""

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from matches.models import Match, MatchState
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.services.test_blocked_matches import GRACE, blocked
from tests.web.phones import sign_in
from tests.web.test_accessible_browser import look


def test_a_phone_calls_the_blocked_match(live_site: Site, new_page: NewPage) -> None:
    _, second, match, _ = blocked(began=timezone.now() - GRACE)
    page = new_page(viewport={"width": 390, "height": 844}, locale="pt-BR")
    sign_in(page, live_site, "ana")
    page.goto(live_site.url(reverse("now", args=[second.slug])))
    expect(page.locator("#step")).to_have_text("Chamar assim mesmo")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    look(page, "now-blocked")
    page.locator("#step").click()
    expect(page.get_by_text("1 partida foi chamada.")).to_be_visible()
    assert Match.objects.get(pk=match.pk).state == MatchState.CALLED
