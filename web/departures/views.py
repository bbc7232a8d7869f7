"""Pages that change entries after the draw: decisions, late entries and substitutes.

Every choice is previewed with its effects. An earlier win that is taken away too must have been on the page
before the decision is accepted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.errors import Violation
from matches.models import Entry
from tournaments import finding
from tournaments.departures.disqualify import disqualify
from tournaments.departures.enter_late import enter_late
from tournaments.departures.join_stage import join_between_rounds, may_join
from tournaments.departures.late_places import LatePlace, PlaceKind, late_places
from tournaments.departures.preview_decisions import Decision
from tournaments.departures.reinstate import reinstate
from tournaments.departures.substitute import has_played, substitute
from tournaments.departures.withdraw import withdraw
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.known_players import team_size
from tournaments.entry_names import names_of
from tournaments.models import Tournament
from web.corrections.presenter import (
    ChoiceRow,
    MatchEffectRow,
    PlaceEffectRow,
    choice_rows,
    match_rows,
    place_rows,
)
from web.departures import no_show
from web.departures.forms import NEXT_ROUND, DecideForm, LateEntryForm, SubstituteForm
from web.departures.presenter import (
    GROUPS,
    DecisionPreview,
    missing_card_control,
    names_at,
    place_name,
    preview_for_request,
    removable_wins,
)
from web.http.requests import posted_data
from web.labels import text_for_refusal
from web.pages import form_page, seen
from web.tournament_request import TournamentRequest, open_tournament

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
    """A decision with its effects; if it is refused, `refused` and the sentences in `reasons`."""

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
        """Return whether a later match still needs a remedy."""
        return any(choice.is_open for choice in self.choices)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_decide(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Preview the decisions that an entry's state allows; on POST preview again or apply one.

    Withdrawal, disqualification, return.
    """
    req = open_tournament(request, slug, need="coordinate")
    entry = finding.find_entry(req.tournament, code)
    found = preview_for_request(req, entry)
    form = _decide_form(req, found)
    if form.is_bound and form.run(partial(_apply_decision, req, entry, form, found)):
        messages.success(request, str(DONE[form.cleaned_data["act"]]))
        return redirect("entries", slug)
    if form.is_stale:
        found = preview_for_request(req, entry)
    return form_page(request, "departures/decide.html", _decision_context(req, entry, form, found))


def _decide_form(req: TournamentRequest, found: DecisionPreview) -> DecideForm:
    """Return the form, bound only to apply a decision.

    It stays unbound while effects are previewed, and until the page has shown the earlier win to take away.
    """
    acts = [decision.act for decision in found.found]
    form = partial(
        DecideForm, acts=acts, names=partial(names_at, req.tournament), card=missing_card_control(found)
    )
    if req.http.method != "POST":
        return form()
    if req.http.POST.get("step") == "show" or not found.is_shown:
        return form(initial=_unbound_values(req.http))
    return form(req.http.POST)


def _unbound_values(request: HttpRequest) -> dict[str, str]:
    """Return posted act and reason; an earlier win to take away chooses the disqualification."""
    act = "disqualify" if request.POST.get("match") else request.POST.get("act", "")
    return {"act": act, "reason": request.POST.get("reason", "")}


def _apply_decision(req: TournamentRequest, entry: Entry, form: DecideForm, found: DecisionPreview) -> None:
    """Record the chosen decision with the form's reason. Raise as `withdraw`, `disqualify` or `reinstate`."""
    chosen: dict[str, object] = {"reason": form.cleaned_data["reason"], "seen": seen(req.http)}
    acts: Mapping[str, Callable[..., object]] = {
        "withdraw": withdraw,
        "disqualify": partial(disqualify, deciding=found.deciding),
        "reinstate": reinstate,
    }
    acts[form.cleaned_data["act"]](entry, **chosen, by=req.actor, now=timezone.now())


def _decision_context(
    req: TournamentRequest, entry: Entry, form: DecideForm, found: DecisionPreview
) -> dict[str, object]:
    """Return the context of a decision about an entry: the possible ones and their consequences."""
    tournament = req.tournament
    return {
        **req.context("entries"),
        "form": form,
        "entry": entry_view(entry),
        "rows": [_decision_row(tournament, decision, form["act"].value()) for decision in found.found],
        "look": found,
        "earlier": removable_wins(tournament, entry, found),
        "may_exchange": team_size(tournament) == 2 and not has_played(entry),
        "title": _("Decide about an entry"),
    }


def _decision_row(tournament: Tournament, decision: Decision, act: str | None) -> DecisionRow:
    """Return one possible decision in words; `act` is the chosen one."""
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


FEW = 3  # places listed one below the other; the rest is in a select


@require_http_methods(["GET", "HEAD", "POST"])
def entry_late(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the free places and, if it takes entries, the next round; on POST enter someone late."""
    req = open_tournament(request, slug, need="coordinate")
    form = _late_form(req)
    if request.method == "POST" and form.run(lambda: _store_late_entry(req, form)):
        messages.success(request, _("Entered: %(names)s") % {"names": " & ".join(form.entry().names)})
        return redirect("entries", slug)
    has_places = len(form.fields["seat"].choices) > 0  # type: ignore[attr-defined]  # a ChoiceField
    context = {**req.context("entries"), "form": form, "has_places": has_places}
    return form_page(request, "departures/late.html", context)


def _late_form(req: TournamentRequest) -> LateEntryForm:
    """Return the form of a late entry: the first three free places, and all others in groups.

    Places of absent entries are never among the three.
    """
    tournament = req.tournament
    places, names = late_places(tournament), names_of(tournament)
    first = [place for place in places if place.kind != PlaceKind.ABSENT][:FEW]
    groups: dict[str, list[tuple[str, str]]] = {}
    for place in places:
        if place not in first:
            group = str(GROUPS[place.kind])
            groups.setdefault(group, []).append((_place_key(place), place_name(place, names)))
    return LateEntryForm(
        posted_data(req.http),
        team_size=team_size(tournament),
        places=[
            *((_place_key(place), place_name(place, names)) for place in first),
            *_next_round_choice(tournament),
        ],
        others=list(groups.items()),
    )


def _next_round_choice(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the choice to have no seat until the next round; [] if no round follows that takes entries."""
    words = _("No seat yet: plays from the next round on")
    return [(NEXT_ROUND, words)] if may_join(tournament) else []


def _place_key(place: LatePlace) -> str:
    """Return the value of a place in the form: match, side and whom it replaces."""
    return f"{place.match.code}.{place.side}.{place.instead_of}"


@require_http_methods(["GET", "HEAD", "POST"])
def entry_substitute(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the members of a pair; on POST replace one of them, before the pair's first match."""
    req = open_tournament(request, slug, need="coordinate")
    entry = finding.find_entry(req.tournament, code)
    view = entry_view(entry)
    people = [(person.persona_code, person.name) for person in view.people]
    form = SubstituteForm(posted_data(request), people=people)
    if request.method == "POST" and form.run(lambda: _replace_member(req, entry, form)):
        messages.success(request, _("The pair has its substitute."))
        return redirect("entries", slug)
    context = {**req.context("entries"), "form": form, "entry": view}
    return form_page(request, "departures/substitute.html", context)


def _store_late_entry(req: TournamentRequest, form: LateEntryForm) -> None:
    """Store the form's entry: on the chosen place, or without one until the next round."""
    enter: Callable[..., object] = partial(join_between_rounds, req.tournament)
    if not form.is_for_next_round:
        code, side, instead_of = form.place
        match = finding.find_match(req.tournament, code)
        enter = partial(enter_late, match, side=side, instead_of=instead_of)
    facts = {"entry": form.entry(), "reason": form.cleaned_data["reason"]}
    enter(**facts, by=req.actor, now=timezone.now(), seen=seen(req.http))


def _replace_member(req: TournamentRequest, entry: Entry, form: SubstituteForm) -> None:
    """Store the substitute in place of the member who leaves. Raise as `substitute`."""
    substitute(
        entry,
        leaving=form.cleaned_data["leaving"],
        coming=form.new_member(),
        reason=form.cleaned_data["reason"],
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


AT = "torneios/<slug:slug>/"
ENTRY = f"{AT}inscricoes/<slug:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}inscricoes/atrasada/", entry_late, name="entry_late"),
    path(f"{ENTRY}decidir/", entry_decide, name="entry_decide"),
    path(f"{ENTRY}reserva/", entry_substitute, name="entry_substitute"),
    path(f"{AT}partidas/<str:code>/faltas/", no_show.no_show, name="no_show"),
]
