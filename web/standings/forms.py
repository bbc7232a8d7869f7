"""The form of a league within a season, sent by GET."""

from dataclasses import replace
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rulesets.names import game_name
from rulesets.registry import GAMES
from tournaments.standings.league import MAX_BEST, League, events_to_choose

EVENTS, BEST, CLUB, GAMES_TOO = "etapa", "melhores", "clube", "jogo"


class LeagueForm(forms.Form):
    """A league: events, number of best results, club, and other games that count too."""

    jogo = forms.MultipleChoiceField(
        label=_("Other games that count"), required=False, widget=forms.CheckboxSelectMultiple
    )
    etapa = forms.MultipleChoiceField(
        label=_("Events"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: all of them."),
    )
    melhores = forms.IntegerField(
        label=_("Best results that count"),
        required=False,
        min_value=1,
        max_value=MAX_BEST,
        help_text=_("Of each player; empty: all of them."),
    )
    clube = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict, game: str, year: int) -> None:
        super().__init__(data)
        others = [key for key in GAMES if key != game]
        also = frozenset(data.getlist(GAMES_TOO)).intersection(others)
        self._plain = League(game, year, also=also)
        self.offered = events_to_choose(self._plain)
        self._set_choices(GAMES_TOO, [(key, game_name(key)) for key in others])
        self._set_choices(EVENTS, [(event.slug, event.title) for event in self.offered])

    def _set_choices(self, field: str, choices: list[tuple[str, str]]) -> None:
        """Set the choices of a field."""
        cast("forms.MultipleChoiceField", self.fields[field]).choices = choices

    def league(self) -> League:
        """Return the league of the parameters; invalid ones are left out."""
        self.is_valid()
        held = self.cleaned_data
        events, best, club = frozenset(held.get(EVENTS) or ()), held.get(BEST), held.get(CLUB)
        return replace(self._plain, events=events, best=best, club=club)
