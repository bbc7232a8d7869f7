"""The rooms: their picture is up to date, each says what it is, and every floor has the same words."""

import re
from pathlib import Path

import pytest

from tests.servers.process import ROOT
from tools.scripts import rooms

SENTENCE = re.compile(r"[.!?](?= |$)")
# What doors have besides rooms of a tournament: other apps' topics (`matches` too), the frame of pages.
OF_A_DOOR = {
    "web": {
        "matches",
        "guide",
        "http",
        "notices",
        "planning",
        "public_pages",
        "record",
        "response_cache",
        "site",
        "templatetags",
        "types",
    },
    "templates": {
        "matches",
        "notices",
        "planning",
        "public_pages",
        "guide",
        "record",
        "site",
        "types",
        "admin",
        "tournament",
    },
    "api/v1": {
        "matches",
        "accounts",
        "calendars",
        "catalogue",
        "planning",
        "record",
        "root",
        "tokens",
        "types",
        "urls",
    },
}


def test_the_picture_is_what_the_imports_are() -> None:
    document = rooms.DOCUMENT.read_text(encoding="utf-8")
    assert document == rooms.insert_rooms(document), "run: python -m tools.scripts.rooms --write"


@pytest.mark.parametrize("room", rooms.rooms())
def test_a_room_says_in_two_sentences_what_it_is_and_what_it_may_touch(room: str) -> None:
    assert len(SENTENCE.findall(rooms.room_docstring(room))) == 2


def test_no_arrow_leads_up() -> None:
    order = rooms.rooms()
    found = rooms.import_arrows().items()
    up = [(a, b) for a, below in found for b in below if order.index(b) < order.index(a)]
    assert up == []


def test_arrows_that_others_imply_are_left_out() -> None:
    direct = {"play": {"sheets", "matches"}, "sheets": {"matches"}, "matches": set()}
    assert rooms.drop_implied_arrows(direct) == {"play": {"sheets"}, "sheets": {"matches"}, "matches": set()}


def _is_topic(path: Path) -> bool:
    """Whether a folder or module is a topic: of modules in `web/`, those with addresses are."""
    if path.parent.name != "web" or path.suffix != ".py":
        return path.is_dir() or path.suffix == ".py"
    return path.stem != "urls" and "urlpatterns" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("floor", OF_A_DOOR)
def test_a_floor_has_the_words_of_the_rooms(floor: str) -> None:
    words = {path.stem for path in (ROOT / floor).iterdir() if _is_topic(path)}
    words -= {"__init__", "__pycache__"}
    assert words - set(rooms.rooms()) == OF_A_DOOR[floor]
