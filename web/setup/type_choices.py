"""Invented types as choices of a tournament's form; `fortaleza@1` is key and version."""

from collections.abc import Mapping

from django.utils.html import format_html
from django.utils.translation import gettext

from accounts.models import Player
from catalogue.models import TypeState
from catalogue.selectors import kind_of, usable
from core.text import number_in
from rulesets.kernel.rules import Kind
from rulesets.registry import composes, kind_under
from rulesets.sentences_composed import how_one_wins
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import rules_of

MARK = "@"


def invented(game: str, player: Player | None, pinned: Tournament | None) -> Mapping[str, tuple[Kind, bool]]:
    """Return invented types by form value, and whether each may be ranked; always with a tournament's own
    type.
    """
    if not composes(game):
        return {}
    found = [(kind_of(proposal), proposal.state == TypeState.ACCEPTED) for proposal in usable(player, game)]
    if pinned is not None and pinned.definition and pinned.game == game:
        kept = kind_under(rules_of(pinned))
        found = [*found, *([(kept, True)] if value_of(kept) not in map(value_of, _kinds(found)) else [])]
    return {value_of(kind): (kind, may_rank) for kind, may_rank in found}


def labels(offered: Mapping[str, tuple[Kind, bool]]) -> list[tuple[str, str]]:
    """Return each type's value, with its name and how it is won."""
    shape = '<span><b>{}</b> <span class="muted">{}{}</span></span>'
    own = " " + gettext("Yours, not accepted yet: unranked only.")
    return [
        (value, format_html(shape, kind.title_word, how_one_wins(kind), "" if may_rank else own))
        for value, (kind, may_rank) in offered.items()
    ]


def value_of(kind: Kind) -> str:
    """Return the form value of a type."""
    return f"{kind.key}{MARK}{kind.version}"


def chosen_value(facts: TournamentFacts) -> str:
    """Return the form value for the type of these facts."""
    return f"{facts.kind}{MARK}{facts.kind_version}" if facts.kind_version else facts.kind


def as_value(kind: str, offered: Mapping[str, tuple[Kind, bool]]) -> str:
    """Return the form value for a key from a title: that of an accepted type, if there is one."""
    found = (value for value, (composed, may_rank) in offered.items() if may_rank and composed.key == kind)
    return next(found, kind)


def key_and_version(value: str) -> tuple[str, int | None]:
    """Parse a form value; a type of the book has no version."""
    key, _mark, version = value.partition(MARK)
    return key, number_in(version, 4)


def _kinds(found: list[tuple[Kind, bool]]) -> list[Kind]:
    return [kind for kind, _ in found]
