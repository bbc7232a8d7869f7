"""Who changed this? All versions of a match's sheet side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments import finding
from tournaments.corrections.selectors import notices_about
from tournaments.matches.bracket import match_view
from tournaments.policies import allows
from tournaments.sheets.versions import versions_of
from web.pages import tournament_context, tournament_page
from web.views.matches.context import kind_of
from web.views.sheets.presenter import picture


@require_safe
def versions(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Every version, with who recorded it, when and why; names are for the staff."""
    tournament = tournament_page(request, slug)
    match = finding.find_match(tournament, code)
    shared, kind = tournament_context(request, tournament, "bracket"), kind_of(tournament)
    context = {
        **shared,
        "match": match_view(tournament, match),
        "versions": [
            (version, picture(version.match, kind, version.sheet, version.verdict))
            for version in versions_of(tournament, match)
        ],
        "notices": notices_about(tournament, match.code),
        "shows_names": allows(shared["role"], tournament, "judge"),
    }
    return render(request, "corrections/versions.html", context)
