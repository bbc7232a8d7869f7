"""“Points” are those of a season or a stage; what counts on a table or in a match has a word of its own."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from tests.architecture import house
from tools.scripts import catalog

POINTS = re.compile(r"\b(?:points?|pontos?)\b", re.IGNORECASE)
OTHERWISE = re.compile(
    r"%\(\w+\)s|`[^`]*`"  # what is filled in, and codes
    r"|\b(?:castle and wall|castle|wall|life) points?\b"  # Castelo's own counts
    r"|\bpontos? (?:de|do|da) (?:castelo|muralha|vida)\b(?: e (?:de )?muralha\b)?"
    r"|\bdois-pontos\b|\bponto e vírgula\b|\bpoints (?:at|to)\b|\bpoint at\b",
    re.IGNORECASE,
)
OF_THE_TABLE = re.compile(
    r"\btable points|points on the table|equal (?:on|in) points|pontos (?:de|na) mesa|pontuação d[ae] ",
    re.IGNORECASE,
)
WITH_POINTS = (
    "tournaments/export.py",
    "rulesets/names.py",
    "rulesets/sentences_standing.py",
    "templates/admin/merge_players.html",
    "templates/corrections/",
    "templates/draw/",
    "templates/endings/",
    "templates/matches/_mine.html",
    "templates/public_pages/_cancelled.html",
    "templates/public_pages/_preparing.html",
    "templates/sheets/",
    "templates/site/",
    "templates/stages/",
    "templates/standings/",
    "tournaments/messages.py",
    "tournaments/regulation/stage_clauses.py",
    "tournaments/regulation/text.py",
    "tournaments/setup/",
    "tournaments/stage_words.py",
    "tournaments/standings/sentences.py",
    "web/corrections/",
    "web/setup/forms.py",
    "web/setup/stage_fields.py",
)
"""Where messages speak of a season, or of a stage whose places at tables give points."""
CHAPTERS = ("points", "tournament", "duplas", "house-interpretations-any")
"""Chapters of the guide that speak of a season."""


def means_points(text: str) -> bool:
    """Whether a text speaks of points, the own words of games left out."""
    return bool(POINTS.search(OTHERWISE.sub("", text)))


def texts_of(message: Message) -> Iterator[str]:
    """A message in both languages, each plural by itself."""
    for text in (message.id, message.string or ""):
        yield from (text,) if isinstance(text, str) else text


def messages() -> list[Message]:
    """What the product says, translated."""
    return [message for path in catalog.CATALOGS for message in catalog.load(path) if message.id]


def told() -> Iterator[tuple[str, str]]:
    """Every line that people or programs are told, with the file in which it stands."""
    for message in messages():
        yield from ((message.locations[0][0], text) for text in texts_of(message))
    for path in (*house.files(".md", within=("rulesets", "docs")), *house.files(".py", within=("api",))):
        yield from ((house.name(path), line) for line in path.read_text().splitlines())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("each army: 1 point", True),
        ("empate em pontos", True),
        ("%(points)s potencial", False),
        ("12 castle points, 3 wall points", False),
        ("pontos de castelo e muralha", False),
        ("Semicolon (ponto e vírgula)", False),
        ("The attacker points at a realm", False),
    ],
)
def test_a_point_is_told_from_other_words(text: str, *, meant: bool) -> None:
    assert means_points(text) is meant


def test_points_are_spoken_of_where_seasons_and_stages_are() -> None:
    found = [
        (message.locations[0][0], message.id)
        for message in messages()
        if any(means_points(text) for text in texts_of(message))
        and not all(place.startswith(WITH_POINTS) for place, _line in message.locations)
    ]
    assert found == []


def test_chapters_of_the_table_have_no_points() -> None:
    lines = (
        (house.name(path), line)
        for path in house.files(".md", within=("rulesets",))
        if path.stem not in CHAPTERS
        for line in path.read_text().splitlines()
    )
    assert [(name, line) for name, line in lines if means_points(line)] == []


def test_nobody_is_told_of_points_on_a_table() -> None:
    assert [(name, text) for name, text in told() if OF_THE_TABLE.search(text)] == []


def test_every_place_of_seasons_is_there() -> None:
    spoken = [
        place
        for message in messages()
        if any(map(means_points, texts_of(message)))
        for place, _line in message.locations
    ]
    assert [begin for begin in WITH_POINTS if not any(place.startswith(begin) for place in spoken)] == []
    assert set(CHAPTERS) - {path.stem for path in house.files(".md", within=("rulesets",))} == set()
