"""Absent players: a walkover, or a match without winner, with one tap a person."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournaments import finding
from tournaments.match_views.match import match_view
from tournaments.play.play import Recorded, record_sheet
from web.matches.context import match_page
from web.pages import posted_from
from web.sheets.absence_form import AbsenceForm
from web.sheets.record import PAGE, success_response
from web.visits import visiting


@posted_from("match")
def absences(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record who is missing; where that decides nothing, the match with the reason."""
    visit = visiting(request, slug, need="judge")
    tournament = visit.tournament
    found = finding.find_match(tournament, code)
    form = AbsenceForm(match_view(tournament, found), tournament.ledger.head_seq, request.POST)
    done: list[Recorded] = []

    def act() -> None:
        typed = form.cleaned_data
        done.append(
            record_sheet(
                found, sheet=form.sheet(), by=visit.by, now=timezone.now(), submission_key=typed["report"],
                seen=typed["seen"], own_match=typed["own_match"],
            )
        )  # fmt: skip

    if form.run(act):
        return success_response(request, done[0], reverse("match", args=[slug, code]))
    fresh = visit.again()
    page = {**match_page(fresh, finding.find_match(fresh.tournament, code)), "absence_form": form}
    return render(request, PAGE, page, status=form.status)
