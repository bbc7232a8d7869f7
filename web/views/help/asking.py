"""A table asks for a judge or for the coordinator: from a phone at it, or from a player's page."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from core.errors import Forbidden, Refused, Stale, Violation
from tournaments import finding
from tournaments.help.ask import Asker, ask_for_help, need_no_help
from tournaments.policies import sits_at
from tournaments.tables.cards_selectors import standing_link, tournament_at
from web.pages import posted_from
from web.views.matches.context import match_page
from web.views.tables.phone import phone_at_table
from web.views.tables.phone_page import table_page
from web.visits import visiting

Show = Callable[[Mapping[str, object], int], HttpResponse]


@posted_from("match")
def by_account(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A player asks, from the page of their match."""
    visit = visiting(request, slug)
    match = finding.find_match(visit.tournament, code)
    if not sits_at(match, visit.by):
        raise Forbidden("not_at_this_match")

    def show(more: Mapping[str, object], status: int) -> HttpResponse:
        return render(
            request, "matches/match.html", {**match_page(visit.again(), match), **more}, status=status
        )

    return _asked(
        request, Asker(visit.tournament, player=visit.by), show, reverse("match", args=[slug, code])
    )


@posted_from("table_phone")
@never_cache
def by_phone(request: HttpRequest) -> HttpResponse:
    """A phone at the table asks."""
    phone = phone_at_table(request)
    tournament = tournament_at(standing_link(phone.link, timezone.now()))

    def show(more: Mapping[str, object], status: int) -> HttpResponse:
        return table_page(request, phone, more, status)

    return _asked(request, Asker(tournament, phone=phone), show, reverse("table_phone"))


def _asked(request: HttpRequest, asker: Asker, show: Show, back: str) -> HttpResponse:
    """Ask, or need nobody any more; where it is refused, the page with the reason."""
    act = need_no_help if request.POST.get("act") == "no" else ask_for_help
    try:
        act(asker, whom=request.POST.get("whom", ""), now=timezone.now())
    except Refused as refusal:
        return show({"violations": refusal.violations}, 422)
    except Stale as refusal:
        return show({"violations": [Violation(refusal.code, refusal.facts)]}, 409)
    return redirect(f"{back}#help")
