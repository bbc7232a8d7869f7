"""Under which address others reach this computer; no packet is sent, and no network is needed."""

import pytest
from django.test import RequestFactory

from core.http import lan_address
from laptop import startup_banner
from tests.hall import in_the_hall, with_https

FOUND = ["127.0.0.1", "10.0.0.5", "169.254.3.3", "2001:db8::7", "fe80::1%eth0", "10.0.0.5"]


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_address, "_source_addresses", lambda: FOUND)
    monkeypatch.setattr(lan_address, "_addresses_of_host_name", lambda: ["127.0.1.1", "192.168.137.1"])


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1:8000", True), ("127.8.8.8", True), ("localhost", True), ("LOCALHOST:80", True),
        ("chama.localhost:8000", True), ("[::1]:8000", True), ("0.0.0.0:8000", True), ("::1", True),
        ("192.168.0.7:8000", False), ("chama.local", False), ("127.example.org", False),
        ("[2001:db8::7]", False),
    ],
)  # fmt: skip
def test_a_name_is_this_computers_own_or_not(host: str, local: bool) -> None:
    assert lan_address.is_local(host) is local


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", []),
        ("192.168.0.7", ["192.168.0.7"]),
        ("0.0.0.0", ["10.0.0.5", "192.168.137.1"]),
        ("::", ["10.0.0.5", "192.168.137.1", "2001:db8::7"]),
    ],
)
def test_phones_are_shown_what_they_reach(host: str, addresses: list[str]) -> None:
    assert lan_address.lan_addresses(host) == addresses


def test_the_real_network_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert all(not lan_address.is_local(address) for address in lan_address.lan_addresses("0.0.0.0"))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1:8000", "http://10.0.0.5:8000/x/"),
        ("192.168.0.7:8000", "http://192.168.0.7:8000/x/"),
        ("chama.example", "http://chama.example/x/"),
    ],
)
def test_a_page_opened_here_is_shown_under_the_address_of_the_hall(host: str, address: str) -> None:
    request = RequestFactory().get("/", headers={"host": host})
    with in_the_hall("0.0.0.0", 8000):
        assert lan_address.reached_at(request, "/x/") == address


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_address, "_source_addresses", list)
    monkeypatch.setattr(lan_address, "_addresses_of_host_name", lambda: ["127.0.1.1"])
    request = RequestFactory().get("/", headers={"host": "localhost:8000"})
    with in_the_hall("0.0.0.0", 8000):
        assert lan_address.reached_at(request, "/x/") == ""
    assert "join the hall's network" in startup_banner.startup_banner(
        "0.0.0.0", 8000, with_demo=False, terminal="utf-8"
    )


def test_the_terminal_shows_a_code_where_it_has_the_signs() -> None:
    shown = startup_banner.startup_banner("0.0.0.0", 8000, with_demo=False, terminal="utf-8")
    assert "http://10.0.0.5:8000/ or http://192.168.137.1:8000/" in shown
    assert "█▀" in shown
    for terminal in ("cp1252", ""):
        plain = startup_banner.startup_banner("0.0.0.0", 8000, with_demo=False, terminal=terminal)
        assert "http://10.0.0.5:8000/" in plain
        assert "█" not in plain
    assert "--hall" in startup_banner.startup_banner("127.0.0.1", 8000, with_demo=False, terminal="utf-8")


@pytest.mark.parametrize(
    ("host", "secure", "address"),
    [
        ("10.0.0.5:8443", True, "http://10.0.0.5:8000/x/"),
        ("[2001:db8::7]:8443", True, "http://[2001:db8::7]:8000/x/"),
        ("localhost:8443", True, "http://10.0.0.5:8000/x/"),
        ("10.0.0.5:8000", False, "http://10.0.0.5:8000/x/"),
    ],
)
def test_what_is_asked_of_the_laptop_over_https_leads_others_to_the_plain_port(
    host: str, secure: bool, address: str
) -> None:
    request = RequestFactory().get("/", headers={"host": host}, secure=secure)
    with in_the_hall("0.0.0.0", 8000, 8443):
        assert lan_address.reached_at(request, "/x/") == address


def test_the_greeting_says_where_https_is_and_how_its_certificate_is_known() -> None:
    with with_https("10.0.0.5"):
        told = startup_banner.startup_banner("0.0.0.0", 8000, with_demo=False, terminal="")
    for part in ("https://10.0.0.5:8443/", "http://10.0.0.5:8000/seguro/", "Chama test", "2026-12-05"):
        assert part in told
    assert max(map(len, told.splitlines())) < 110


def test_the_greeting_offers_no_address_that_is_not_certified() -> None:
    with with_https("10.0.0.5", certified="10.0.0.99"):
        told = startup_banner.startup_banner("0.0.0.0", 8000, with_demo=False, terminal="")
    assert "https://" not in told
    assert "start it again" in told
