"""The picture of a tournament: given beside the announcement, seen by whoever sees the tournament."""

from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core import bounded_process
from tests.cast import START, ana, announced, browser, bruno, created, duda, finished, running
from tests.pictures import photo
from tests.web.cached import read
from tests.web.html import tags, text
from tournaments.endings import cancel, put_back, take_down
from tournaments.models import EventPicture, Tournament
from tournaments.setup.picture_file import MAX_BYTES
from tournaments.setup.pictures import set_picture

pytestmark = pytest.mark.django_db
SITE = "https://chama.example.org"


def sent(client: Client, tournament: Tournament, data: bytes | None, **more: str) -> Any:
    """The form beside the announcement, sent."""
    file = {} if data is None else {"picture": SimpleUploadedFile("../<b>.svg", data, "image/svg+xml")}
    return client.post(reverse("picture_give", args=[tournament.slug]), {**file, **more})


def given(tournament: Tournament, data: bytes | None = None) -> EventPicture:
    return set_picture(tournament, data=data or photo(), by=ana(), now=START)


def address(picture: EventPicture, name: str = "picture") -> str:
    return reverse(name, args=[picture.tournament.slug, picture.digest])


def test_an_organizer_gives_one_and_everybody_sees_it() -> None:
    tournament, visitor = announced(), browser()
    page = reverse("tournament", args=[tournament.slug])
    assert "event-picture" not in read(visitor, page)
    answer = sent(browser(ana()), tournament, photo())
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"{reverse('announcement', args=[tournament.slug])}#picture",
    )
    (picture,) = EventPicture.objects.all()
    assert f'src="{address(picture)}" width="640" height="480"' in text(visitor.get(page))
    assert f'src="{address(picture)}"' in read(visitor, page)
    shown = visitor.get(address(picture))
    assert shown.content == bytes(picture.shown)
    assert shown["Content-Type"] == "image/webp"


@pytest.mark.parametrize("build", [running, finished])
def test_it_stays_while_play_goes_on_and_when_it_is_over(build: Any) -> None:
    tournament = build(4)
    picture = given(tournament)
    assert address(picture) in read(browser(), reverse("tournament", args=[tournament.slug]))


def test_it_is_removed_beside_the_announcement() -> None:
    tournament = announced()
    picture = given(tournament)
    organizer, page = browser(ana()), reverse("announcement", args=[tournament.slug])
    assert address(picture) in text(organizer.get(page))
    assert sent(organizer, tournament, None, remove="1").status_code == 302
    assert "event-picture" not in text(organizer.get(page))
    assert browser().get(address(picture)).status_code == 404
    assert "event-picture" not in read(browser(), reverse("tournament", args=[tournament.slug]))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "Choose a picture first."),
        (b"", "Choose a picture first."),
        (b"<svg onload='alert(1)'/>", "save an SVG"),
        (photo() + bytes(MAX_BYTES), "larger than 2 MB"),
    ],
    ids=["none", "empty", "svg", "large"],
)
def test_what_is_refused_says_what_to_do_and_changes_nothing(data: bytes | None, words: str) -> None:
    tournament = announced()
    picture = given(tournament)
    answer = sent(browser(ana()), tournament, data)
    assert answer.status_code == 422
    assert words in text(answer)
    assert "Venham!" in text(answer)
    assert address(picture) in text(answer)


@pytest.mark.parametrize(("who", "status"), [(None, 302), (duda, 403), (bruno, 403)])
def test_nobody_else_gives_or_removes_one(who: Any, status: int) -> None:
    tournament = announced()
    picture = given(tournament)
    other = browser(who() if who else None)
    assert sent(other, tournament, photo((200, 200))).status_code == status
    assert sent(other, tournament, None, remove="1").status_code == status
    assert EventPicture.objects.get().digest == picture.digest


def test_its_address_is_that_of_its_bytes_and_nothing_in_it_runs() -> None:
    picture = given(announced())
    for name, kind in (("picture", "image/webp"), ("picture_shared", "image/jpeg")):
        answer = browser().get(address(picture, name))
        assert answer["Content-Type"] == kind
        assert answer["ETag"] == f'"{picture.digest}"'
        assert {"public", "max-age=31536000", "immutable"} <= set(answer["Cache-Control"].split(", "))
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert "Cookie" not in answer.get("Vary", "")
        known = browser().get(address(picture, name), headers={"if-none-match": answer["ETag"]})
        assert (known.status_code, known.content) == (304, b"")
        assert known["Cache-Control"] == answer["Cache-Control"]
    later = given(picture.tournament, photo((300, 300)))
    assert browser().get(address(picture)).status_code == 404
    assert browser().get(address(later)).status_code == 200


def test_whoever_is_signed_in_keeps_it_too() -> None:
    assert "immutable" in browser(duda()).get(address(given(announced())))["Cache-Control"]


def test_what_is_not_public_has_a_picture_for_its_staff_alone() -> None:
    picture = given(created())
    assert [browser(who).get(address(picture)).status_code for who in (None, duda())] == [404, 404]
    own = browser(ana()).get(address(picture))
    assert own.status_code == 200
    assert "no-store" in own["Cache-Control"]


def test_who_takes_the_pages_down_takes_the_picture_down() -> None:
    picture = given(announced())
    tournament = picture.tournament
    take_down(tournament, reason="Propaganda", now=START)
    for name in ("picture", "picture_shared"):
        assert browser().get(address(picture, name)).status_code == 410
        assert browser(duda()).get(address(picture, name)).status_code == 410
    put_back(tournament, now=START)
    assert browser().get(address(picture)).status_code == 200


def test_a_link_to_the_tournament_shows_it_in_messengers(settings: LazySettings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = [SITE]
    picture = given(announced())
    said = tags(picture.tournament)
    assert said["og:image"] == f"{SITE}{address(picture, 'picture_shared')}"
    assert said["twitter:card"] == "summary_large_image"
    assert tags(picture.tournament, "entries")["og:image"] == f"{SITE}/static/icons/share.png"


def test_they_are_costly_requests_which_are_limited(settings: LazySettings) -> None:
    settings.LIMITS = 3 / 600
    tournament, organizer = announced(), browser(ana())
    told = [sent(organizer, tournament, b"").status_code for _ in range(4)]
    assert told == [422] * 3 + [429]


@pytest.mark.fault("F121")
def test_while_another_is_decoded_one_is_asked_to_come_back() -> None:
    tournament, organizer = announced(), browser(ana())
    with bounded_process._busy:
        told = sent(organizer, tournament, photo())
    assert (told.status_code, told["Retry-After"]) == (429, "2")
    assert "Venham!" in text(told)
    assert sent(organizer, tournament, photo()).status_code == 302


def test_who_was_slower_than_the_end_is_told() -> None:
    tournament = announced()
    cancel(tournament, reason="A luz acabou.", by=ana(), now=START)
    assert sent(browser(ana()), tournament, photo()).status_code == 409
