"""The draw page of a tournament with rounds before the bracket: it draws the first one only."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy

from core.errors import Refused
from tournaments.bracket.shapes import Sizes
from tournaments.draw.publish import publish_draw
from tournaments.draw.readiness import check_ready
from tournaments.draw.selectors import promise, withdrawn_draws
from tournaments.draw.stage_progress import next_tables
from tournaments.entries.check_in_list import count_presence
from tournaments.entries.selectors import entry_views
from tournaments.models import State, Tournament
from tournaments.pauses import pause_at
from tournaments.play.calling import opens_at
from tournaments.regulation.selectors import is_confirmed, version_of
from tournaments.setup.staff import judges_warning
from tournaments.stage_words import stage_sentence
from tournaments.stages.kinds import stage_plan
from web.draw.presenter import unmet_requirements
from web.draw.shape_drawing import round_line
from web.pages import form_page, seen
from web.service_form import ServiceForm
from web.tournament_request import TournamentRequest

FIRST = 1


class WordField(forms.CharField):
    """The word called in the hall; the service checks it."""

    def __init__(self, **kwargs: Any) -> None:
        plain = {
            "label": gettext_lazy("Word called in the hall"),
            "required": False,
            "help_text": gettext_lazy(
                "Let someone in the hall call out a word now that everyone is here: it goes into the "
                "draw, so no one can have known the outcome before. It may be left empty. Everyone can "
                "read it: write no names."
            ),
        }
        super().__init__(**{**plain, **kwargs})


class FirstRoundForm(ServiceForm):
    """The word, and the version of the regulation that the draw confirms."""

    word = WordField()
    regulation = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    @property
    def is_confirmed(self) -> bool:
        """Return whether the person saw the summary and confirms it."""
        return "confirm" in self.data


def draw_first_round(req: TournamentRequest) -> HttpResponse:
    """Show the page on which the first round is drawn; after the draw redirect to the rounds.

    POST shows a summary to confirm; with `confirm` it publishes the draw.
    """
    request, tournament = req.http, req.tournament
    if request.method != "POST" and tournament.state != State.PREPARING:
        return redirect("rounds", tournament.slug)
    req.require("coordinate")
    form = FirstRoundForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and not form.is_confirmed:
        return _review(req, form)
    if request.method == "POST" and form.run(lambda: _publish(req, form)):
        messages.success(request, stage_sentence(tournament.stages, "first_drawn"))
        return redirect("rounds", tournament.slug)
    return form_page(request, "draw/first_round.html", _page_context(req, form))


def _publish(req: TournamentRequest, form: FirstRoundForm) -> None:
    """Draw the first round and store it, in the record too. Raise as `publish_draw`."""
    publish_draw(
        req.tournament,
        word=form.cleaned_data["word"],
        regulation=form.cleaned_data["regulation"] or None,
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


def _page_context(req: TournamentRequest, form: FirstRoundForm) -> dict[str, Any]:
    """Return the context of the page on which the first round is drawn; `missing` are unmet requirements."""
    tournament = req.tournament
    missing, count = list(check_ready(tournament)), count_presence(entry_views(tournament))
    sizes: Sizes = ()
    try:
        sizes = next_tables(tournament)
    except Refused as refusal:
        known = {violation.code for violation in missing}
        missing += [violation for violation in refusal.violations if violation.code not in known]
    return {
        **req.context("draw"),
        "form": form,
        "plan": stage_plan(tournament.stages),
        "count": count,
        "group_sizes": _group_sizes(tournament, count.entries_present),
        "missing": unmet_requirements(missing, tournament),
        "warning": judges_warning(tournament),
        "line": round_line(FIRST, sizes) if sizes else None,
        "withdrawn": withdrawn_draws(tournament),
        "promise": promise(tournament),
    }


def _group_sizes(tournament: Tournament, entries: int) -> list[int]:
    """Return how many entries each group gets; none if no groups are planned."""
    groups = tournament.stages[0].get("groups", 0)
    return [entries // groups + (number < entries % groups) for number in range(groups)]


def _review(req: TournamentRequest, form: FirstRoundForm) -> HttpResponse:
    """Render the summary to confirm, or the page again if a requirement is not met; draw nothing."""
    tournament, context = req.tournament, _page_context(req, form)
    if context["missing"]:
        form.add_refusal(Refused(item.violation for item in context["missing"]))
        return form_page(req.http, "draw/first_round.html", context)
    known = {
        "regulation": version_of(tournament),
        "regulation_confirmed": is_confirmed(tournament),
        **first_call_context(tournament, timezone.now()),
    }
    return form_page(req.http, "draw/confirm_round.html", {**context, **known})


def first_call_context(tournament: Tournament, moment: datetime) -> dict[str, object]:
    """Return `opens_at`, when the first tables will be called, and `pause`, the break at `moment` or None."""
    return {"opens_at": opens_at(tournament, moment), "pause": pause_at(moment, tournament.pauses)}
