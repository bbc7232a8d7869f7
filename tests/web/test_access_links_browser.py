"""A helper comes in by a link in a real browser, whose form says where it was sent from."""

import re

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.cast import ana, caio, created
from tests.servers.site import Site
from tests.web.phones import sign_in
from tournaments.models import LinkRole, Role, Staff
from tournaments.setup.access_links import code_of, issue_link


def test_one_tap_on_the_page_of_a_link_gives_the_role(live_site: Site, page: Page) -> None:
    tournament, player = created(), caio()
    link = issue_link(tournament, role=LinkRole.JUDGE, by=ana(), now=timezone.now())
    sign_in(page, live_site, "caio")
    page.goto(live_site.url(reverse("access_link", args=[code_of(link)])))
    page.locator("main form button").click()
    expect(page).to_have_url(re.compile(re.escape(reverse("now", args=[tournament.slug]))))
    assert Staff.objects.filter(tournament=tournament, role=Role.JUDGE, persona__player=player).exists()


def test_another_code_is_typed_on_the_page_of_a_wrong_one(live_site: Site, page: Page) -> None:
    caio()
    sign_in(page, live_site, "caio")
    page.goto(live_site.url(reverse("access_link", args=["zzzzzz"])))
    page.fill("[name=codigo]", "yyyyyy")
    page.locator("main form button").click()
    expect(page).to_have_url(re.compile("/entrar/yyyyyy/"))
