"""The effects of a correction as rows for the page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import Violation
from tournaments.corrections.effects import Effects, MatchEffect, PlaceEffect
from tournaments.corrections.preview import RemedyChoice
from tournaments.entry_names import names_of
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import views_by_code
from tournaments.models import Tournament

REMEDIES: Mapping[str, Promise] = {
    "keep": gettext_lazy("Keep it"),
    "replay": gettext_lazy("Play it again"),
    "replace": gettext_lazy("Replace in the result"),
}
LEADS_TO: Mapping[str, Promise] = {
    "keep": gettext_lazy(
        "The match counts as it was played, with {sits}. A note says that it was {rightful}’s."
    ),
    "replay": gettext_lazy(
        "This match and everything after it on this path are void and played again, with {rightful} here."
    ),
    "replace": gettext_lazy(
        "{rightful} takes the seat of {sits} as absent; the result of the others stands."
    ),
}


@dataclass(frozen=True, slots=True)
class RemedyOption:
    """One remedy for a later match: its label, what it leads to, and the violation if it is refused."""

    key: str
    label: Promise
    leads_to: SafeString
    refused: Violation | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A later match that has begun, with its possible remedies; `is_open` if none is chosen."""

    match: MatchView
    options: tuple[RemedyOption, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class MatchEffectRow:
    """One match before and after; `seats` has for each seat the names before and the names after."""

    match: MatchView
    effect: MatchEffect
    seats: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

    @property
    def state_changes(self) -> bool:
        """Return whether the match's state changes."""
        return self.effect.before.state != self.effect.after.state

    @property
    def winner_changes(self) -> bool:
        """Return whether the match's winner changes."""
        return self.effect.before.winner != self.effect.after.winner


@dataclass(frozen=True, slots=True)
class PlaceEffectRow:
    """One entry's place and points before and after; None if it is not among the standings then."""

    names: tuple[str, ...]
    before: "PlaceSummary | None"
    after: "PlaceSummary | None"


@dataclass(frozen=True, slots=True)
class PlaceSummary:
    """A place and its points; None while the entry still plays."""

    place: int | None
    points: str

    @property
    def count(self) -> int:
        """Return 1 for exactly one point, else 2, so that fractions get the plural."""
        return 1 if self.points in ("1", "1.00") else 2


def choice_rows(tournament: Tournament, choices: tuple[RemedyChoice, ...]) -> tuple[ChoiceRow, ...]:
    """Return each later match that has begun, with the three remedies."""
    matches = views_by_code(tournament, {choice.match for choice in choices})
    names = names_of(tournament) if choices else {}
    return tuple(
        ChoiceRow(matches[choice.match], tuple(_remedy_options(choice, names)), not choice.remedy)
        for choice in choices
    )


def match_rows(tournament: Tournament, effects: Effects) -> tuple[MatchEffectRow, ...]:
    """Return every match that changes, in the order of the bracket."""
    matches = views_by_code(tournament, {effect.before.code for effect in effects.matches})
    return tuple(
        MatchEffectRow(
            matches[effect.before.code],
            effect,
            tuple(zip_longest(effect.before.players, effect.after.players, fillvalue=())),
        )
        for effect in effects.matches
    )


def place_rows(effects: Effects) -> tuple[PlaceEffectRow, ...]:
    """Return every place that changes, from the top."""
    return tuple(_place_row(effect) for effect in effects.places)


def _place_row(effect: PlaceEffect) -> PlaceEffectRow:
    """Return the row of an entry whose place or points change."""
    before, after = (
        PlaceSummary(row.place if row.is_placed else None, row.points_decimal) if row else None
        for row in (effect.before, effect.after)
    )
    return PlaceEffectRow(effect.names, before, after)


def _remedy_options(choice: RemedyChoice, names: Mapping[str, tuple[str, ...]]) -> Iterator[RemedyOption]:
    """Yield the remedies to choose for one later match, in words."""
    facts = {"sits": _names_of_entry(choice.sits, names), "rightful": _names_of_entry(choice.rightful, names)}
    for key, label in REMEDIES.items():
        yield RemedyOption(
            key=key,
            label=label,
            leads_to=format_html(str(LEADS_TO[key]), **facts),
            refused=choice.no_replacing if key == "replace" else None,
            is_chosen=choice.remedy == key,
        )


def _names_of_entry(code: str | None, names: Mapping[str, tuple[str, ...]]) -> SafeString:
    """Return the names of the entry as HTML, its code if they are unknown; “no one” for None."""
    if code is None:
        return format_html("{}", _("no one"))
    return format_html_join(" & ", "<bdi>{}</bdi>", ((name,) for name in names.get(code, (code,))))
