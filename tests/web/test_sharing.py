"""Links to a tournament say in messengers what it is: title, day, places left, state."""

import struct
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.services import rename
from tests.cast import ana, announced, browser, caio, created, entered, finished, running
from tests.web.html import Tags, tags
from tournaments.endings import cancel

pytestmark = pytest.mark.django_db


def test_a_link_says_title_day_venue_and_places_left() -> None:
    tournament = entered(3, capacity=8, venue="Clube <do> Ingá")
    said = tags(tournament)
    assert said["og:title"] == tournament.title
    assert "March 14, 2026" in said["og:description"]
    assert "Clube <do> Ingá" in said["og:description"]
    assert said["og:description"].endswith("5 places left")
    assert said["og:description"] == said["description"]


def test_each_entry_leaves_one_place_less() -> None:
    for taken, said in ((7, "1 place left"), (8, "All places are taken")):
        assert (
            said in tags(entered(taken, capacity=8, name=f"Etapa {'ABCDEFGH'[taken - 1]}"))["og:description"]
        )


def test_without_a_limit_entries_are_open() -> None:
    assert tags(announced())["og:description"].endswith("Entries are open")


def test_a_link_says_how_it_stands_and_who_won() -> None:
    assert tags(running(4, name="Agora"))["og:description"].startswith("Running")
    tournament = finished(4)
    champion = tournament.placings.get(place=1).entry.members.get().persona.player
    assert tags(tournament)["og:description"].endswith(f"Champion: {champion.name}")
    rename(champion, name="Outra Pessoa")
    assert tags(tournament)["og:description"].endswith("Champion: Outra Pessoa")


def test_what_was_cancelled_says_so() -> None:
    tournament = announced()
    cancel(tournament, reason="A luz acabou.", by=ana(), now=timezone.now())
    assert tags(tournament)["og:description"].startswith("Cancelled")


@pytest.mark.parametrize("name", ["bracket", "standing", "entries", "regulation"])
def test_every_page_of_a_tournament_has_its_title(name: str) -> None:
    tournament = running(4)
    assert tags(tournament, name)["og:title"] == tournament.title


def test_what_is_not_public_says_nothing_even_to_its_staff() -> None:
    assert "og:title" not in tags(created(), client=browser(ana()))


def test_the_language_of_a_messenger_that_names_none_is_portuguese() -> None:
    assert "Inscrições abertas" in tags(announced(), client=Client())["og:description"]


@pytest.mark.parametrize(
    ("trusted", "hosts", "https", "origin"),
    [
        (["https://chama.example.org"], ["*"], True, "https://chama.example.org"),
        (["https://*.example.org"], ["chama.example.org"], True, "https://chama.example.org"),
        ([], ["chama.example.org", "other.example.org"], False, "http://chama.example.org"),
        ([], [".example.org"], True, ""),
        ([], ["*"], True, ""),
    ],
)
def test_the_picture_is_at_the_site_s_own_address_and_never_at_the_one_asked_for(
    settings: LazySettings, trusted: list[str], hosts: list[str], https: bool, origin: str
) -> None:
    settings.CSRF_TRUSTED_ORIGINS, settings.ALLOWED_HOSTS = trusted, [*hosts, "testserver"]
    settings.SECURE_SSL_REDIRECT = https
    url = reverse("tournament", args=[announced().slug])
    answer = Client().get(url, secure=https, headers={"host": "testserver"})
    found = Tags(answer.content.decode()).found
    expected = origin or f"{'https' if https else 'http'}://testserver"
    assert found["og:image"] == f"{expected}/static/icons/share.png"


def test_a_laptop_names_no_picture(settings: LazySettings) -> None:
    settings.CSRF_TRUSTED_ORIGINS, settings.ALLOWED_HOSTS = [], ["*"]
    assert "og:image" not in tags(announced())


def test_the_picture_has_the_size_that_messengers_ask_for() -> None:
    found = finders.find("icons/share.png")
    assert isinstance(found, str)
    picture = Path(found).read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) < 100_000


def test_a_player_s_page_asks_to_be_left_out_of_search_engines() -> None:
    finished(4)
    answer = browser().get(reverse("player", args=[caio().code]))
    found = Tags(answer.content.decode()).found
    assert found["robots"] == "noindex"
    assert "og:title" not in found
