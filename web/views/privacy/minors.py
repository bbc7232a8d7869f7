"""Who is under 18: said by the person on the account's page, by the coordinator for each entrant."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.minors import mark_minor, unmark_minor
from core.errors import Refused
from tournaments import finding
from tournaments.entries.check_in_list import LIVE, matching
from tournaments.entries.selectors import entry_views
from tournaments.privacy.minors import known_minors, mark_entrant, namesakes_of
from web.pages import posted_from, refused_page
from web.sentences import text_for_refusal
from web.visits import Visit, signed_in, visiting

ROWS_A_PAGE = 100


@posted_from("account", "#minor")
def mark_oneself(request: HttpRequest) -> HttpResponse:
    """Say that one is under 18, where `minor` is sent, or that one is not any more."""
    player = signed_in(request)
    if request.POST.get("minor"):
        mark_minor(player)
        messages.success(request, _("You are shown by your first name and an initial now, everywhere."))
    else:
        unmark_minor(player)
        messages.success(request, _("You may write your whole name again."))
    return redirect(f"{reverse('account')}#minor")


@require_http_methods(["GET", "HEAD", "POST"])
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Every entry with its people; a button each."""
    visit = visiting(request, slug, need="coordinate")
    if request.method != "POST":
        return render(request, "privacy/minors.html", _context(visit))
    try:
        _mark(visit)
    except Refused as refused:
        said = [text_for_refusal(violation) for violation in refused.violations]
        return refused_page(request, "privacy/minors.html", {**_context(visit), "refused": said})
    return redirect(f"{reverse('minors', args=[slug])}?{request.GET.urlencode()}")


def _mark(visit: Visit) -> None:
    sent = visit.request.POST
    entry = finding.find_entry(visit.tournament, sent.get("entry", ""))
    is_minor = bool(sent.get("minor"))
    player = mark_entrant(
        visit.tournament,
        entry,
        person=sent.get("person", ""),
        is_minor=is_minor,
        namesakes=bool(sent.get("namesakes")),
        by=visit.by,
    )
    messages.success(visit.request, _("Shown as %(name)s from now on.") % {"name": player.name})


def _context(visit: Visit) -> dict[str, object]:
    query = visit.request.GET.get("q", "")[:80]
    rows = [row for row in entry_views(visit.tournament) if row.state in LIVE]
    page = Paginator(matching(rows, query), ROWS_A_PAGE).get_page(visit.request.GET.get("page"))
    minors = known_minors(visit.tournament)
    others = {code: len(found) for code, found in namesakes_of(visit.tournament, list(page)).items()}
    context = {**visit.context("entries"), "page": page, "query": query}
    return {**context, "minors": minors, "others": others}
