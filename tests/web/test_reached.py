"""What people carry away from a page opened at the laptop itself bears an address that phones reach."""

import pytest
from django.urls import reverse

from tests import cast
from tests.hall import in_the_hall

pytestmark = pytest.mark.django_db


def test_a_notice_bears_no_address_that_only_this_computer_reaches() -> None:
    tournament = cast.created()
    ana, url = cast.browser(cast.ana()), reverse("announcement", args=[tournament.slug])
    here = {"host": "127.0.0.1:8000"}
    page = ana.get(url, headers=here)
    assert "://" not in page.context["form"]["text"].value()
    assert "Phones can’t reach" in page.content.decode()
    with in_the_hall("192.168.7.20", 8000):
        page = ana.get(url, headers=here)
    address = "http://192.168.7.20:8000" + reverse("tournament", args=[tournament.slug])
    assert address in page.context["form"]["text"].value()
    assert "Phones can’t reach" not in page.content.decode()


def test_the_link_for_players_is_one_that_phones_reach() -> None:
    tournament = cast.announced()
    ana, url = cast.browser(cast.ana()), reverse("entries", args=[tournament.slug])
    link = reverse("enter_self", args=[tournament.slug])
    assert ana.get(url).context["link"] == f"http://testserver{link}"
    assert ana.get(url, headers={"host": "localhost:8000"}).context["link"] == ""
    with in_the_hall("10.0.0.5", 80):
        assert ana.get(url, headers={"host": "[::1]:80"}).context["link"] == f"http://10.0.0.5{link}"


def test_a_program_on_the_laptop_is_proposed_the_same() -> None:
    tournament = cast.created()
    ana, here = cast.browser(cast.ana()), {"host": "127.0.0.1:8000"}
    path = f"/api/v1/tournaments/{tournament.slug}/announcement/"
    assert "://" not in ana.get(path, headers=here).json()["proposed"]
    with in_the_hall("192.168.7.20", 8000):
        assert "http://192.168.7.20:8000/torneios/" in ana.get(path, headers=here).json()["proposed"]
