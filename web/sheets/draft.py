"""A sheet that is not recorded yet, read and judged in the same way for all pages.

The pages of a judge, a paper slip, a correction, a player's report and the count at a table differ in their
form and in what the rules assume; everything else about reading a sheet is here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from django.http import QueryDict

from matches.lineups import Lineup, lineup_in
from matches.models import Match
from rulesets.kernel.sheet import Sheet, Verdict
from tournaments.match_views.match import MatchView, view_of
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import judge_sheet
from web.sheets.cuts import JudgedSheet, cards_of_cuts, judge_with_cuts
from web.sheets.forms import SheetForm

F = TypeVar("F", bound=SheetForm)
Judge = Callable[[Sheet], Verdict]
"""Judges a sheet by the rules; stores nothing."""


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """The match to which a sheet belongs: its lineup (who sits where) and its view for pages."""

    tournament: Tournament
    lineup: Lineup
    view: MatchView

    @property
    def match(self) -> Match:
        """Return the match's row."""
        return self.lineup.match

    @property
    def judge(self) -> Judge:
        """Return the function that judges a sheet by this tournament's rules."""
        return partial(judge_sheet, self.tournament, self.lineup)


@dataclass(frozen=True, slots=True)
class SheetDraft(Generic[F]):
    """A sheet that is not recorded: the match, the form, and what the rules say of it.

    `settled` is the judged sheet with its cuts; None if the form is malformed or was not sent.
    """

    place: SheetPlace
    form: F
    settled: JudgedSheet | None

    @property
    def match(self) -> Match:
        """Return the match's row."""
        return self.place.match

    @property
    def view(self) -> MatchView:
        """Return the view of the match for pages."""
        return self.place.view


def place_of(tournament: Tournament, code: str) -> SheetPlace:
    """Return the match of this code with its lineup and view, read from the database.

    Raise `Forbidden` `not_found` for an unknown code.
    """
    lineup = lineup_in(tournament.ledger_id, code)
    lineup.seq = tournament.ledger.head_seq
    return SheetPlace(tournament, lineup, view_of(tournament, lineup))


def form_for(
    make: Callable[..., F],
    tournament: Tournament,
    view: MatchView,
    data: QueryDict | None = None,
    **given: object,
) -> F:
    """Return a sheet form of the class `make` for this match, bound to `data` if given.

    `given` are further arguments of the class.
    """
    return make(data, match=view, rules=rules_of(tournament), seq=tournament.ledger.head_seq, **given)


def judge_complete_sheet(place: SheetPlace, sheet: Sheet) -> JudgedSheet:
    """Return a sheet that has its cuts already, judged by the rules; store nothing.

    Cuts that its tie does not need are left out.
    """
    return judge_with_cuts(replace(sheet, cuts=()), cards_of_cuts(sheet), place.judge)


def make_draft(place: SheetPlace, form: F, judge: Judge | None = None) -> SheetDraft[F]:
    """Validate the form, and return its draft, judged if it is valid.

    `judge` is used in place of the match's own, as for a sheet from paper.
    """
    settled = judge_with_cuts(form.sheet(), form.cards, judge or place.judge) if form.is_valid() else None
    return SheetDraft(place, form, settled)
