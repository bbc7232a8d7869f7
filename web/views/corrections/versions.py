"""Who changed this? All versions of a match's sheet side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments import finding
from tournaments.corrections.selectors import notices_about
from tournaments.matches.bracket import match_view
from tournaments.rules_of import kind_of
from tournaments.sheets.versions import versions_of
from web.views.sheets.presenter import present_sheet
from web.visits import visiting


@require_safe
def versions(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Every version, with who recorded it, when and why; names are for the staff."""
    visit = visiting(request, slug)
    tournament = visit.tournament
    match = finding.find_match(tournament, code)
    kind = kind_of(tournament)
    context = {
        **visit.context("bracket"),
        "match": match_view(tournament, match),
        "versions": [
            (version, present_sheet(version.match, kind, version.sheet, version.verdict))
            for version in versions_of(tournament, match)
        ],
        "notices": notices_about(tournament, match.code),
        "shows_names": visit.may("judge"),
    }
    return render(request, "corrections/versions.html", context)
