"""Two acts of the coordinator: a recorded sheet stands after all, and a finished day is opened again."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Forbidden
from matches.models import Dispute
from tournaments import finding
from tournaments.disputes.dispute import dismiss_dispute
from tournaments.disputes.selectors import disputes_about, find_dispute
from tournaments.matches.bracket import match_view
from tournaments.standings.finish import reopen as reopen_tournament
from web.forms.corrections import ReasonForm
from web.pages import form_page, seen
from web.views.matches.context import other_sheets
from web.views.matches.told import recorded
from web.visits import Visit, visiting


@require_http_methods(["GET", "HEAD", "POST"])
def dismiss(request: HttpRequest, slug: str, code: str, seq: int) -> HttpResponse:
    """Both sheets side by side; the recorded one stands, with a reason."""
    visit = visiting(request, slug, need="coordinate")
    tournament = visit.tournament
    match, dispute = finding.find_match(tournament, code), find_dispute(tournament, seq)
    if dispute.match_id != match.pk:
        raise Forbidden("not_found")
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_dismiss, visit, dispute, form)):
        messages.success(request, _("Reviewed: the recorded sheet stands."))
        return redirect("match", slug, code)
    view = match_view(tournament, match)
    asked = [other for other in disputes_about(tournament, match) if other.seq == seq]
    context = {
        **visit.context("bracket"),
        **recorded(tournament, match, view),
        "match": view,
        "form": form,
        "reviews": other_sheets(tournament, match, asked),
    }
    return form_page(request, "corrections/review.html", context)


def _dismiss(visit: Visit, dispute: Dispute, form: ReasonForm) -> None:
    reason = form.cleaned_data["reason"]
    dismiss_dispute(dispute, reason=reason, by=visit.by, now=timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a finished tournament for corrections, with a reason."""
    visit = visiting(request, slug, need="coordinate")
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_reopen, visit, form)):
        messages.success(
            request, _("The tournament is open again. Places and points come back when it is finished.")
        )
        return redirect("now", slug)
    return form_page(request, "corrections/reopen.html", {**visit.context("now"), "form": form})


def _reopen(visit: Visit, form: ReasonForm) -> None:
    reopen_tournament(
        visit.tournament,
        reason=form.cleaned_data["reason"],
        by=visit.by,
        now=timezone.now(),
        seen=seen(visit.request),
    )
