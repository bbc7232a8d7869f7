"""The choices of each game in forms: types, variants, table sizes, house rules."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from catalogue.models import TypeState
from catalogue.selectors import catalogue_status, kind_of, usable_proposals
from core.text import number_in
from rulesets import house_rules
from rulesets.kernel.house_rules import HouseRule, Value
from rulesets.kernel.rules import Game, Kind
from rulesets.names import choice_name, kind_note, option_name
from rulesets.registry import FIRST_GAME, GAMES, composes, game_of, kind_under
from rulesets.sentences_composed import how_one_wins
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.stage_words import stages_in_words

MARK = "@"
OPTION_HELP = {
    "second_chance": _(
        "Only beside a bracket alone, drawn together with it. Losers play on, so the day has more matches."
    ),
    "second_chance_losers": _(
        "Only with a second chance. If losers of every round before the final play on, a first round with "
        "many byes has enough of them too, and there is no match for the third place."
    ),
}
"""The help of a house rule's field, by its code."""


class UsableType(NamedTuple):
    """An invented type that a player may use, and whether tournaments of it may be ranked."""

    kind: Kind
    may_rank: bool


def invented_types(game: str, player: Player | None, pinned: Tournament | None) -> Mapping[str, UsableType]:
    """Return the invented types that the player may use, by form value (`value_of`).

    That of `pinned`, an existing tournament of this game, is always among them, if invented; it may be ranked
    if it was ever accepted. {} for a game without such types.
    """
    if not composes(game):
        return {}
    found = [
        UsableType(kind_of(proposal), proposal.state == TypeState.ACCEPTED)
        for proposal in usable_proposals(player, game)
    ]
    if pinned is not None and pinned.definition and pinned.game == game:
        kept = kind_under(rules_of(pinned))
        if value_of(kept) not in {value_of(usable.kind) for usable in found}:
            found.append(UsableType(kept, catalogue_status(game, kept).is_accepted))
    return {value_of(usable.kind): usable for usable in found}


def invented_choices(offered: Mapping[str, UsableType]) -> list[tuple[str, str]]:
    """Return each invented type's form value, with its name and how it is won, as HTML."""
    shape = '<span><b>{}</b> <span class="muted">{}{}</span></span>'
    unranked = gettext("Not accepted yet: unranked only.")
    return [
        (
            value,
            format_html(
                shape, kind.title_word, how_one_wins(kind), _stages_note(kind) if may_rank else f" {unranked}"
            ),
        )
        for value, (kind, may_rank) in offered.items()
    ]


def _stages_note(kind: Kind) -> str:
    """Return a blank and with which stages ranked tournaments of an accepted type may begin; "" for none."""
    said = gettext("Ranked ones may begin with %(stages)s.") % {"stages": stages_in_words(kind.stages)}
    return f" {said}" if kind.stages else ""


def value_of(kind: Kind) -> str:
    """Return the form value of an invented type: its key and version."""
    return f"{kind.key}{MARK}{kind.version}"


def chosen_value(facts: TournamentFacts) -> str:
    """Return the form value for the type of these facts."""
    return f"{facts.kind}{MARK}{facts.kind_version}" if facts.kind_version else facts.kind


def value_of_key(kind: str, offered: Mapping[str, UsableType]) -> str:
    """Return the form value for the key `kind` of a type: that of an accepted invented type, if any.

    Else `kind` itself, which is the form value of a type of the book.
    """
    found = (value for value, (composed, may_rank) in offered.items() if may_rank and composed.key == kind)
    return next(found, kind)


def key_and_version(value: str) -> tuple[str, int | None]:
    """Return key and version of a form value; the version is None for a type of the book."""
    key, _mark, version = value.partition(MARK)
    return key, number_in(version, 4)


WITH_THE_DRAW = ("shape",)
YES, NO = "yes", "no"
TAKE = "take"
"""Name of the button that takes an offered option instead of saving."""
Choices = list[tuple[str, object]]


def known_game(key: object) -> Game:
    """Return the game of this key; the first of the catalogue for an unknown key or None."""
    return game_of(str(key) if key in GAMES else FIRST_GAME)


def number_box(low: int, high: int | None = None) -> forms.NumberInput:
    """Return a number box; the service checks its bounds."""
    attrs = {"inputmode": "numeric", "min": str(low)}
    return forms.NumberInput(attrs={**attrs, "max": str(high)} if high else attrs)


def kind_choices(game: Game) -> Choices:
    """Return the key of each type of the book, with its name and how it is won, as HTML."""
    shape = '<span><b>{}</b> <span class="muted">{}</span></span>'
    return [
        (kind.key, format_html(shape, kind.title_word, kind_note(game.key, kind.key))) for kind in game.kinds
    ]


def variant_choices(game: Game) -> Choices:
    """Return each variant's key and name."""
    return [(variant.key, variant.title_word) for variant in game.variants]


def size_choices(game: Game) -> Choices:
    """Return every range of entries at a table that some type of the book allows, after an empty choice."""
    ranges = {
        (low, high)
        for kind in game.kinds
        for high in range(kind.tables.low, kind.tables.high + 1)
        for low in range(kind.tables.low, high + 1)
    }
    in_order = sorted(ranges, key=lambda sizes: (sizes[1], sizes[0]))
    return [("", _("as many as the type allows")), *((f"{a}-{b}", _size(a, b)) for a, b in in_order)]


def options(game: Game) -> tuple[HouseRule, ...]:
    """Return the house rules to choose, the game's own first; the shape is chosen with the draw."""
    found = [rule for rule in house_rules.options_of(game.key) if rule.code not in WITH_THE_DRAW]
    return tuple(sorted(found, key=lambda rule: rule.applies == "any"))


def option_field(rule: HouseRule) -> forms.Field:
    """Return the form field of a house rule: yes or no, a number, or a choice; none is required."""
    label = option_name(rule.code)
    common: dict[str, Any] = {"label": label[:1].upper() + label[1:], "required": False}
    common["help_text"] = OPTION_HELP.get(rule.code, "")
    if isinstance(rule.default, bool):
        answers: Choices = [(YES, choice_name(rule.code, True)), (NO, choice_name(rule.code, False))]
        return forms.TypedChoiceField(
            initial=field_value(rule.default),
            choices=answers,
            coerce=lambda text: text == YES,
            empty_value=None,
            **common,
        )
    if isinstance(rule.default, int):
        low, high = int(rule.choices[0]), int(rule.choices[-1])
        return forms.IntegerField(initial=rule.default, widget=number_box(low, high), **common)
    choices = [(value, choice_name(rule.code, value)) for value in rule.choices]
    return forms.ChoiceField(initial=rule.default, choices=choices, **common)


def choices_of_game(chosen: Mapping[str, Value], game: Game) -> dict[str, Value]:
    """Return the chosen house rules (by code) without those of other games."""
    others = {rule.code for rule in house_rules.options() if rule.applies not in ("any", game.key)}
    return {code: value for code, value in chosen.items() if code not in others}


def field_value(value: Value) -> Value:
    """Return a house rule's value as its field stores it."""
    return (YES if value else NO) if isinstance(value, bool) else value


def apply_tapped_option(data: QueryDict) -> QueryDict:
    """Return the posted data, changed if an option was tapped in a warning (`TAKE`): a short final."""
    if data.get(TAKE) != "short_final":
        return data
    changed = data.copy()
    changed["house_short_final"] = YES
    return changed


def _size(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
