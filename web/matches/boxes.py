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


class CardFacts(NamedTuple):
    """Facts of the tournament on which a card depends; `pauses` are empty unless its clock runs."""

    slug: str
    zone: str
    pauses: tuple[Pause, ...]


class CardTournament(Protocol):
    """What a card needs of a tournament."""

    slug: str
    zone: str

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """Return the tournament's breaks."""


def box_of(match: MatchView, tournament: CardTournament, traced: str = "") -> SafeString:
    """Return the match's box in the bracket as HTML.

    `traced` is the code of the entry whose path is highlighted, or "".
    """
    plain = _render_box(BOX, match, _card_facts(tournament, match), "", get_language())
    if not traced or all(side.entry_code != traced for side in match.sides):
        return plain
    mine = f'" data-path="{traced}"'
    return mark_safe(plain.replace(mine, f" on-path{mine}"))  # noqa: S308 - `traced` is a code of this match


def card_of(match: MatchView, tournament: CardTournament) -> SafeString:
    """Return the match's card, for lists and phones, as HTML."""
    return _render_box(CARD, match, _card_facts(tournament, match), "", get_language())


def slide_of(match: MatchView, tournament: CardTournament, kind: str) -> SafeString:
    """Return the match on the hall screen as HTML.

    `kind` is that of the panel: `matches`, `next`, `results`.
    """
    return _render_box(SLIDE, match, _card_facts(tournament, match), kind, get_language())


def _card_facts(tournament: CardTournament, match: MatchView) -> CardFacts:
    """Return what the match's card shows of the tournament.

    Breaks only if a clock runs: other cards stay cached when a break changes.
    """
    runs = match.state == MatchState.PLAYING and match.time_due_at is not None
    return CardFacts(tournament.slug, tournament.zone, tournament.pauses if runs else ())


@lru_cache(maxsize=MAX_CACHED_BOXES)
def _render_box(
    template: str, match: MatchView, facts: CardFacts, kind: str, _language: str | None
) -> SafeString:
    """Return the rendered template, cached by all arguments."""
    address = reverse("match", args=[facts.slug, match.code])
    context = {"match": match, "tournament": facts, "address": address, "kind": kind}
    return mark_safe(get_template(template).render(context))  # noqa: S308 - a template
