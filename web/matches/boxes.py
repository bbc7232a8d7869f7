"""Boxes and cards of matches as HTML, rendered once for each content and language and shared by all pages."""

from functools import lru_cache
from typing import NamedTuple, Protocol

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from matches.models import MatchState
from tournaments.match_views.match import MatchView
from tournaments.pauses import Pause

MAX_CACHED_BOXES = 16_384
BOX, CARD, SLIDE = "matches/_box.html", "matches/_match_card.html", "public_pages/_hall_match.html"


class CardPlace(NamedTuple):
    """Facts of the tournament that all cards share."""

    slug: str
    zone: str
    pauses: tuple[Pause, ...]


class CardTournament(Protocol):
    """The parts of a tournament that a card needs."""

    slug: str
    zone: str

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """Return the tournament's breaks."""


def box_of(match: MatchView, tournament: CardTournament, traced: str = "") -> SafeString:
    """Return the match's box in the bracket.

    `traced` is the code of the entry whose path is highlighted, or "".
    """
    plain = _render_box(BOX, match, _place(tournament, match), "", get_language())
    if not traced or all(side.entry_code != traced for side in match.sides):
        return plain
    mine = f'" data-path="{traced}"'
    return mark_safe(plain.replace(mine, f" on-path{mine}"))  # noqa: S308 - `traced` is a code of this match


def card_of(match: MatchView, tournament: CardTournament) -> SafeString:
    """Return the match's card on the overview."""
    return _render_box(CARD, match, _place(tournament, match), "", get_language())


def slide_of(match: MatchView, tournament: CardTournament, kind: str) -> SafeString:
    """Return the match's part of the hall screen; `kind` is the panel's."""
    return _render_box(SLIDE, match, _place(tournament, match), kind, get_language())


def _place(tournament: CardTournament, match: MatchView) -> CardPlace:
    """Return the breaks only if a clock runs: other cards stay cached when a break changes."""
    runs = match.state == MatchState.PLAYING and match.time_due_at is not None
    return CardPlace(tournament.slug, tournament.zone, tournament.pauses if runs else ())


@lru_cache(maxsize=MAX_CACHED_BOXES)
def _render_box(
    template: str, match: MatchView, place: CardPlace, kind: str, _language: str | None
) -> SafeString:
    address = reverse("match", args=[place.slug, match.code])
    context = {"match": match, "tournament": place, "address": address, "kind": kind}
    return mark_safe(get_template(template).render(context))  # noqa: S308 - a template
