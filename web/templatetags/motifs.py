"""Template tags for ornaments: the pyramid of realms, and the pictures of a rules chapter."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import template

from core.look.suits import SIGNS
from rulesets.kernel.words import DrawnPicture
from rulesets.translation import localized, words_of

register = template.Library()

CARD, GAP, STEP = (60, 84), 10, 56  # pixels: a card, the gap in a row, the step from row to row
ROWS = 3
INDICES = ("K", "Q", "J")
SUITS = tuple(SIGNS)
STATES = {"i": "intact", "r": "razed", "m": "missing"}
WHOLE = "iiiiii"


@dataclass(frozen=True, slots=True)
class PyramidCard:
    """One realm of the pyramid: its position in pixels, what is printed on it, and its state."""

    x: int
    y: int
    index: str
    suit: str
    state: str

    @property
    def sign(self) -> str:
        """Return the character of its suit."""
        return SIGNS[self.suit]


def pyramid_cards(states: str = WHOLE) -> Iterator[PyramidCard]:
    """Yield six cards, row by row from the top: one, two, three.

    `states` has a letter for each: i(ntact), r(azed), m(issing).
    """
    places = [(row, place) for row in range(ROWS) for place in range(row + 1)]
    for number, (row, place) in enumerate(places):
        x = (ROWS - 1 - row) * (CARD[0] + GAP) // 2 + place * (CARD[0] + GAP)
        index, suit = INDICES[number % len(INDICES)], SUITS[(row + place) % len(SUITS)]
        yield PyramidCard(x, row * STEP, index, suit, STATES[states[number]])


@register.inclusion_tag("site/_pyramid.html")
def pyramid(states: str = WHOLE) -> dict[str, object]:
    """Return the context of the pyramid, an ornament hidden from screen readers; sizes in pixels."""
    width = ROWS * CARD[0] + (ROWS - 1) * GAP
    return {"cards": list(pyramid_cards(states)), "width": width, "height": (ROWS - 1) * STEP + CARD[1]}


@dataclass(frozen=True, slots=True)
class FormationPosition:
    """A position of a drawn formation: its name, its state, and whether it is exposed to attack."""

    name: str
    state: str
    exposed: bool


@dataclass(frozen=True, slots=True)
class PictureDisplay:
    """A drawn formation, row by row, with its sentence."""

    caption: str
    rows: tuple[tuple[FormationPosition, ...], ...]


@register.inclusion_tag("guide/_pictures.html")
def chapter_pictures(game: str, key: str) -> dict[str, object]:
    """Return the context of the pictures that a game has for a chapter of its rules; may be none."""
    return {"pictures": [_picture(drawn) for drawn in words_of(game).pictures.get(key, ())]}


def _picture(drawn: DrawnPicture) -> PictureDisplay:
    """Return a picture of the rules in the reader's language."""
    rows = tuple(
        tuple(FormationPosition(name, drawn.states[name], name in drawn.exposed) for name in row)
        for row in drawn.rows
    )
    return PictureDisplay(localized(drawn.caption), rows)
