"""What a league within a season is made of, as its address says it."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.standings.league import MOST_BEST, League

EVENTS, BEST, CLUB = "etapa", "melhores", "clube"


class LeagueForm(forms.Form):
    """Events of the season, how many results count, and for which club they were played."""

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
        max_value=MOST_BEST,
        help_text=_("Of each player; empty: all of them."),
    )
    clube = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(self, data: Any, events: Sequence[Tournament]) -> None:
        super().__init__(data)
        offered = [(event.slug, event.title) for event in events]
        cast("forms.MultipleChoiceField", self.fields[EVENTS]).choices = offered

    def league(self, game: str, year: int) -> League:
        """What was asked for; whatever cannot be read is left out."""
        self.is_valid()
        held = self.cleaned_data
        return League(game, year, frozenset(held.get(EVENTS) or ()), held.get(BEST), held.get(CLUB))
