"""Programs learn where a picture is; giving one is for the page, since the API speaks JSON only."""

import io

import pytest
from django.test import Client
from PIL import Image

from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, duda
from tests.pictures import photo
from tournaments.setup.pictures import remove_picture, set_picture

pytestmark = pytest.mark.django_db


def test_a_tournament_says_where_its_picture_is_and_how_large() -> None:
    tournament = cast.entered()
    there, at = program(), f"tournaments/{tournament.slug}/"
    before = there.get(at)
    assert before.body["picture"] is None
    set_picture(tournament, data=photo((1200, 900)), by=ana(), now=START)
    after = there.get(at)
    assert after.headers["etag"] != before.headers["etag"]
    found = after.body["picture"]
    assert found["address"].startswith("http://testserver/torneios/")
    assert (found["width"], found["height"]) == (640, 480)
    assert size_of(found["address"]) == (640, 480)
    assert size_of(found["shared"]) == (1200, 630)
    remove_picture(tournament, by=ana(), now=START)
    assert there.get(at).body["picture"] is None
    assert Client().get(found["address"]).status_code == 404


def size_of(address: str) -> tuple[int, int]:
    """How large the picture at this address is, for whoever asks."""
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return Image.open(io.BytesIO(answer.content)).size


def test_what_is_not_public_shows_its_picture_to_its_staff_alone() -> None:
    tournament = cast.created()
    set_picture(tournament, data=photo(), by=ana(), now=START)
    at = f"tournaments/{tournament.slug}/"
    assert program(ana()).get(at).body["picture"]["width"] == 640
    assert program(duda()).get(at).status == 404
