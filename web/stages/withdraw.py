"""The latest round: what it would be after a correction, and its withdrawal."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Stale
from matches.models import Match
from tournaments.draw.round_comparison import RoundComparison, compare_round, later_round, latest_round
from tournaments.draw.stage_progress import StageProgress, stage_progress
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.entry_names import names_of
from tournaments.match_views.selectors import views_by_code
from tournaments.models import Tournament
from web.draw.views import DrawWithdrawForm
from web.pages import form_page, seen
from web.templatetags.chama import match_name
from web.tournament_request import TournamentRequest, open_tournament


@require_http_methods(["GET", "HEAD", "POST"])
def round_withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the latest round back, with a reason, as long as no match of it has begun."""
    req = open_tournament(request, slug, "coordinate")
    form = DrawWithdrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(lambda: _withdraw_round(req, form)):
        messages.success(request, _("The round is taken back. It can be drawn again."))
        return redirect("rounds", slug)
    context = _withdraw_context(req.reload() if form.is_stale else req, form)
    return form_page(request, "stages/withdraw.html", context)


def _withdraw_round(req: TournamentRequest, form: DrawWithdrawForm) -> None:
    """Withdraw the latest round for the form's reason, in the record too. Raise as `withdraw_round`."""
    reason = form.cleaned_data["reason"]
    withdraw_round(req.tournament, reason=reason, by=req.actor, now=timezone.now(), seen=seen(req.http))


def _withdraw_context(req: TournamentRequest, form: DrawWithdrawForm) -> dict[str, Any]:
    """Return the context of the page; `blocked` is why no round can be withdrawn now, or None."""
    progress = stage_progress(req.tournament)
    found = latest_context(req.tournament, progress)
    return {**req.context("rounds"), **found, "form": form, "blocked": _obstacle(progress, found)}


def _obstacle(progress: StageProgress | None, found: dict[str, Any]) -> Stale | None:
    """Return why no round can be withdrawn now, None if one can; `found` is that of `latest_context`."""
    if progress is None or not progress.is_open:
        return Stale("no_open_stage")
    if not found:
        return Stale("no_later_round")
    return Stale("round_begun") if found["latest"].is_begun else None


def latest_context(tournament: Tournament, progress: StageProgress | None) -> dict[str, Any]:
    """Return `latest`, the latest round of an open stage; {} for the first round, and without an open stage.

    If an earlier round was corrected since its draw, also what `_comparison` returns of the tables that would
    be drawn now, with more queries than one.
    """
    if progress is None or not progress.is_open or progress.rounds < 2:
        return {}
    latest = latest_round(tournament)
    if latest is None or not latest.is_corrected:
        return {"latest": latest}
    compared = compare_round(tournament)
    return {"latest": latest, **(_comparison(tournament, compared) if compared else {})}


def _comparison(tournament: Tournament, compared: RoundComparison) -> dict[str, Any]:
    """Return `compared`, links to the corrected `matches`, and the names at the `tables` that differ."""
    names = names_of(tournament, [code for table in compared.others for code in table])
    return {
        "compared": compared,
        "matches": _links(tournament, compared),
        "tables": [[" & ".join(names[code]) for code in table] for table in compared.others],
    }


def _links(tournament: Tournament, compared: RoundComparison) -> SafeString:
    """Return links to the corrected matches, in their order."""
    views = views_by_code(tournament, compared.corrected)
    found = [(reverse("match", args=[tournament.slug, code]), views[code]) for code in compared.corrected]
    return format_html_join(
        "; ", '<a href="{}">{}</a>', ((address, match_name(view)) for address, view in found)
    )


def point_to_later_round(req: TournamentRequest, match: Match) -> None:
    """Add a warning, with a link, if a later round of the open stage is drawn; call it after a correction."""
    number = later_round(req.tournament, match)
    if number is not None:
        text = _("Round %(number)s was drawn before this correction.") % {"number": number}
        address, link = reverse("rounds", args=[req.tournament.slug]), _("Compare it")
        messages.warning(req.http, format_html('{} <a href="{}">{}</a>', text, address, link))
