"""The review of a disputed result on a phone: both decisions stand above the sheets."""

import pytest
from django.urls import reverse

from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from tests.web.corrected import contested
from tests.web.phones import sign_in

pytestmark = pytest.mark.F05
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en"}


def test_both_decisions_of_a_review_stand_within_two_screens(live_site: Site, new_page: NewPage) -> None:
    tournament, match, dispute = contested()
    phone = new_page(**PHONE)
    sign_in(phone, live_site, "ana")
    review = reverse("dispute_dismiss", args=[tournament.slug, match.code, dispute.seq])
    phone.goto(live_site.url(review))
    for decision in (
        phone.get_by_role("button", name="Let it stand"),
        phone.get_by_role("link", name="Correct with the other sheet"),
    ):
        box = decision.bounding_box()
        assert box
        assert box["y"] + box["height"] < 2 * 844
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
