"""The page of the laptop's https: only where it is served, and what it says is what is served."""

import hashlib

import pytest
from django.test import Client
from django.urls import reverse

from core.http import lan_address
from tests.cast import ana, browser, bruno, checked_in, running
from tests.hall import with_https
from tests.web.html import text

pytestmark = pytest.mark.django_db

HALL = "192.168.7.20"
AT, SAFELY = {"host": f"{HALL}:8000"}, {"host": f"{HALL}:8443"}
SAFE, CERTIFICATE = f"https://{HALL}:8443/", f"http://{HALL}:8000/seguro/chama.crt"


def test_there_is_no_such_page_where_no_https_is_served() -> None:
    for name in ("safe_address", "authority"):
        assert browser(ana()).get(reverse(name)).status_code == 404


@pytest.mark.parametrize("language", ["pt-br", "en", "es"])
def test_it_leads_to_the_address_and_to_the_certificate(language: str) -> None:
    with with_https(HALL):
        page = browser(language=language).get(reverse("safe_address"), headers=AT)
    assert page.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    for link in (SAFE, CERTIFICATE):
        assert f'href="{link}"' in page.content.decode()
    assert page.content.decode().count("<svg") >= 2


def test_people_can_compare_the_certificate() -> None:
    with with_https(HALL):
        said = text(browser().get(reverse("safe_address"), headers=AT))
    assert hashlib.sha256(b"certificate").digest().hex(" ").upper() in said
    assert "Chama test" in said
    assert "Dec. 5, 2026" in said


def test_phones_take_the_certificate_for_one() -> None:
    with with_https(HALL):
        answer = browser().get(reverse("authority"), headers=AT)
    assert (answer["Content-Type"], answer.content) == ("application/x-x509-ca-cert", b"certificate")
    assert "Content-Disposition" not in answer


def test_a_computer_in_two_networks_leads_to_the_one_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = ("10.0.0.5", HALL)
    monkeypatch.setattr(lan_address, "lan_addresses", lambda _host: both)
    with with_https(HALL):
        monkeypatch.setattr(lan_address.certified, "addresses", both)
        page = browser().get(reverse("safe_address"), headers=AT)
    assert page.context["address"] == SAFE


def test_an_address_that_is_no_longer_certified_is_not_offered() -> None:
    with with_https(HALL, certified="192.168.7.99"):
        page = browser().get(reverse("safe_address"), headers=AT)
    assert page.context["address"] == ""
    assert "notice-warning" in page.content.decode()


@pytest.mark.parametrize("secure", [False, True])
def test_only_the_safe_address_itself_says_whether_the_phone_keeps_pages(secure: bool) -> None:
    with with_https(HALL):
        page = browser().get(reverse("safe_address"), headers=SAFELY if secure else AT, secure=secure)
    assert ("data-safe-keeps" in page.content.decode()) is secure


@pytest.mark.parametrize("host", [f"{HALL}:8443", "localhost:8443", "127.0.0.1:8443"])
def test_the_certificate_and_codes_for_everybody_are_at_the_plain_address(host: str) -> None:
    with with_https(HALL):
        page = browser().get(reverse("safe_address"), headers={"host": host}, secure=True)
    assert page.context["authority"] == CERTIFICATE


def _codes(client: Client, slug: str, *, secure: bool) -> list[bytes]:
    headers = SAFELY if secure else AT
    asked = [reverse(name, args=[slug]) for name in ("where_code", "follow_code")]
    return [client.get(url, headers=headers, secure=secure).content for url in asked]


def test_a_hall_screen_opened_over_https_leads_strangers_to_no_warning() -> None:
    tournament = running(8)
    with with_https(HALL):
        plain, lan_address = (_codes(browser(), tournament.slug, secure=secure) for secure in (False, True))
    assert plain == lan_address


def test_the_staff_is_led_there_while_it_is_served() -> None:
    tournament, arriving = running(8), checked_in(4, name="Dois")
    pages = [(bruno(), "now", tournament), (bruno(), "door", arriving), (ana(), "table_cards", tournament)]
    for who, name, of in pages:
        url = reverse(name, args=[of.slug])
        assert reverse("safe_address") not in browser(who).get(url, headers=AT).content.decode()
        with with_https(HALL):
            assert reverse("safe_address") in browser(who).get(url, headers=AT).content.decode()
