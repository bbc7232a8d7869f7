"""A load balancer and a container's health check are answered whatever else is set or dead."""

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
LIVE, READY = reverse("live"), reverse("ready")


@pytest.fixture
def _strict(settings: LazySettings) -> None:
    """As on a server: one host, https only."""
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["torneios.example"], True


@pytest.mark.usefixtures("_strict")
@pytest.mark.parametrize("address", [LIVE, READY])
def test_a_check_by_address_and_without_https_is_answered(address: str) -> None:
    answer = Client().get(address, headers={"host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.content, answer.headers["Cache-Control"]) == (200, b"OK\n", "no-store")


def test_a_dead_worker_takes_no_page_away() -> None:
    assert Client().get(reverse("health")).status_code == 503  # nobody works in this test
    assert Client().get(READY).status_code == 200


def test_without_a_database_a_process_lives_and_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(connection, "cursor", away)
    assert (Client().get(LIVE).status_code, Client().get(READY).status_code) == (200, 503)
