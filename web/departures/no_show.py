"""Page for players who do not show up: who is missing, and what each choice would change."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from matches.models import Match
from scheduling.timetable_views import next_at_table
from tournaments import finding
from tournaments.departures.no_show import NoShow, NoShowChoice, preview_no_show, withdraw_missing
from tournaments.match_views.match import MatchView, match_view
from tournaments.models import Tournament
from web.corrections.presenter import MatchEffectRow, PlaceEffectRow, match_rows, place_rows
from web.departures.forms import DropMissingForm
from web.labels import text_for_refusal
from web.pages import form_page, seen
from web.tournament_request import TournamentRequest, open_tournament

TITLES: Mapping[str, Promise] = {
    "wait": gettext_lazy("Wait longer"),
    "start": gettext_lazy("Play without them"),
    "walkover": gettext_lazy("Record the walkover"),
    "drop": gettext_lazy("Take them out of the tournament"),
    "substitute": gettext_lazy("Let someone else play for them"),
}
SAYS: Mapping[str, Promise] = {
    "wait": gettext_lazy("Nothing is recorded, and they keep the table."),
    "start": gettext_lazy(
        "The match starts now. Mark who is missing as absent on its sheet: they are placed behind "
        "everyone who played."
    ),
    "walkover": gettext_lazy("The match ends without a game. Missing players are out but stay listed."),
    "drop": gettext_lazy(
        "Their seats become empty, and they play no more matches. A side left alone still gets its walkover."
    ),
    "substitute": gettext_lazy("A pair may replace a member before its first match."),
}


@dataclass(frozen=True, slots=True)
class NoShowRow:
    """A choice with its effects on matches and places, or the reasons why it is refused."""

    act: str
    title: Promise
    says: Promise
    matches: tuple[MatchEffectRow, ...]
    places: tuple[PlaceEffectRow, ...]
    reasons: tuple[str, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def no_show(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Choose the missing players, then what happens. A post here withdraws entries only.

    Redirect to the match if it has begun, ended, or has no opponents yet.
    """
    req = open_tournament(request, slug, need="judge")
    match = finding.find_match(req.tournament, code)
    view = match_view(req.tournament, match)
    people = [(seat.persona_code, seat.name) for seat in view.seats if seat.persona_code]
    form = DropMissingForm(request.POST if request.method == "POST" else None, people=people)
    if request.method == "POST" and form.run(lambda: _withdraw_missing(req, match, form)):
        messages.success(request, _("Taken out of the tournament."))
        return redirect("match", slug, code)
    found = _preview_choices(req, match)
    if found is None:
        for late in form.non_field_errors():
            messages.warning(request, str(late))
        return redirect("match", slug, code)
    return form_page(request, "departures/no_show.html", _no_show_context(req, match, view, form, found))


def _withdraw_missing(req: TournamentRequest, match: Match, form: DropMissingForm) -> None:
    """Withdraw the entries of the people ticked as missing, with the form's reason; for the coordinator.

    Raise as `withdraw_missing`.
    """
    chosen = {"missing": form.cleaned_data["missing"], "reason": form.cleaned_data["reason"]}
    withdraw_missing(match, **chosen, by=req.actor, now=timezone.now(), seen=seen(req.http))


def _no_show_context(
    req: TournamentRequest, match: Match, view: MatchView, form: DropMissingForm, found: NoShow
) -> dict[str, object]:
    """Return the context of the page of a match that waits for players."""
    missing = {entry.code for entry in found.entries}
    return {
        **req.context("now"),
        "match": view,
        "form": form,
        "look": found,
        "people": [(seat, seat.persona_code in found.missing) for seat in view.seats if seat.persona_code],
        "missing_names": [seat.name for seat in view.seats if seat.persona_code in found.missing],
        "missing_sides": [(one.entry_code, one.names) for one in view.sides if one.entry_code in missing],
        "is_nobody_ticked": "ver" in req.http.GET and not found.missing,
        "rows": [_choice_row(req.tournament, choice) for choice in found.choices],
        "next_here": next_at_table(req.tournament, match),
        "report": uuid.uuid4().hex,
    }


def _preview_choices(req: TournamentRequest, match: Match) -> NoShow | None:
    """Preview the choices for the people who were ticked as missing; store nothing.

    None if the match has begun, ended, or has no opponents yet.
    """
    sent = req.http.POST.getlist("missing") or req.http.GET.getlist("falta")
    return preview_no_show(req.tournament, match, missing=sent, by=req.actor, now=timezone.now())


def _choice_row(tournament: Tournament, choice: NoShowChoice) -> NoShowRow:
    """Return one choice with title, explanation and its effects."""
    effects = choice.effects
    return NoShowRow(
        act=choice.act,
        title=TITLES[choice.act],
        says=SAYS[choice.act],
        matches=match_rows(tournament, effects) if effects else (),
        places=place_rows(effects) if effects else (),
        reasons=tuple(text_for_refusal(found) for found in choice.refused),
    )
