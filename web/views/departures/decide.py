"""The coordinator decides about an entry, and sees first what each choice leads to.

An earlier win that is to be taken too is shown with all that follows before anything can be decided.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.errors import Violation
from matches.models import Entry
from tournaments import finding
from tournaments.departures.disqualify import disqualify
from tournaments.departures.preview_decisions import Decision
from tournaments.departures.reinstate import reinstate
from tournaments.departures.substitute import has_played
from tournaments.departures.withdraw import withdraw
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.known_players import team_size
from tournaments.models import Tournament
from web.corrections.presenter import (
    ChoiceRow,
    MatchEffectRow,
    PlaceEffectRow,
    choice_rows,
    match_rows,
    place_rows,
)
from web.forms.departures.decide import DecideForm
from web.pages import form_page, seen
from web.sentences import text_for_refusal
from web.views.departures.decide_preview import (
    DecisionPreview,
    earlier,
    names_at,
    preview_decisions,
    what_is_missing,
)
from web.visits import Visit, visiting

TITLES: Mapping[str, Promise] = {
    "withdraw": gettext_lazy("The entry withdraws"),
    "disqualify": gettext_lazy("The entry is disqualified"),
    "reinstate": gettext_lazy("The entry comes back"),
}
DONE: Mapping[str, Promise] = {
    "withdraw": gettext_lazy("Withdrawn from the tournament."),
    "disqualify": gettext_lazy("Disqualified from the tournament."),
    "reinstate": gettext_lazy("Back in the tournament."),
}


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One choice with everything that it would change, or why it cannot be: `refused`, in words `reasons`."""

    act: str
    title: Promise
    matches: tuple[MatchEffectRow, ...]
    places: tuple[PlaceEffectRow, ...]
    refused: tuple[Violation, ...]
    reasons: tuple[str, ...]
    choices: tuple[ChoiceRow, ...]
    is_chosen: bool

    @property
    def is_open(self) -> bool:
        """Whether a later match still waits for a remedy."""
        return any(choice.is_open for choice in self.choices)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_decide(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What each choice leads to; posted, it is done."""
    visit = visiting(request, slug, need="coordinate")
    entry = finding.find_entry(visit.tournament, code)
    found = preview_decisions(visit, entry)
    form = _form(visit, found)
    if form.is_bound and form.run(partial(_act, visit, entry, form, found)):
        messages.success(request, str(DONE[form.cleaned_data["act"]]))
        return redirect("entries", slug)
    if form.is_stale:
        found = preview_decisions(visit, entry)
    return form_page(request, "departures/decide.html", _context(visit, entry, form, found))


def _form(visit: Visit, found: DecisionPreview) -> DecideForm:
    """Bound where it is to be decided; an earlier win that was not shown yet is only shown."""
    acts = [decision.act for decision in found.found]
    form = partial(
        DecideForm, acts=acts, names=partial(names_at, visit.tournament), card=what_is_missing(found)
    )
    if visit.request.method != "POST":
        return form()
    if visit.request.POST.get("step") == "show" or not found.is_shown:
        return form(initial=_typed(visit.request))
    return form(visit.request.POST)


def _typed(request: HttpRequest) -> dict[str, str]:
    act = "disqualify" if request.POST.get("match") else request.POST.get("act", "")
    return {"act": act, "reason": request.POST.get("reason", "")}


def _act(visit: Visit, entry: Entry, form: DecideForm, found: DecisionPreview) -> None:
    chosen: dict[str, object] = {"reason": form.cleaned_data["reason"], "seen": seen(visit.request)}
    acts: Mapping[str, Callable[..., object]] = {
        "withdraw": withdraw,
        "disqualify": partial(disqualify, deciding=found.deciding),
        "reinstate": reinstate,
    }
    acts[form.cleaned_data["act"]](entry, **chosen, by=visit.by, now=timezone.now())


def _context(visit: Visit, entry: Entry, form: DecideForm, found: DecisionPreview) -> dict[str, object]:
    tournament = visit.tournament
    return {
        **visit.context("entries"),
        "form": form,
        "entry": entry_view(entry),
        "rows": [_row(tournament, decision, form["act"].value()) for decision in found.found],
        "look": found,
        "earlier": earlier(tournament, entry, found),
        "may_exchange": team_size(tournament) == 2 and not has_played(entry),
        "title": _("Decide about an entry"),
    }


def _row(tournament: Tournament, decision: Decision, act: str | None) -> DecisionRow:
    effects = decision.effects
    return DecisionRow(
        act=decision.act,
        title=TITLES[decision.act],
        matches=match_rows(tournament, effects) if effects else (),
        places=place_rows(effects) if effects else (),
        refused=decision.refused,
        reasons=tuple(text_for_refusal(found, names_at(tournament, found)) for found in decision.refused),
        choices=choice_rows(tournament, decision.choices),
        is_chosen=decision.act == act,
    )
