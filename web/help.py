"""Calls for a judge or the coordinator, from a match, from a phone at a table, and answered by the staff."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from core.errors import Forbidden, Refused, Stale, Violation
from matches.models import HelpCall
from tournaments import finding
from tournaments.help import Asker, accept_call, ask_for_help, release_call, resolve_call, withdraw_call
from tournaments.policies import sits_at
from tournaments.tables.cards import find_valid_link, tournament_of_link
from web.http.requests import posted_act
from web.matches.context import match_page
from web.now.views import now_page
from web.pages import post_only
from web.tables.phone import phone_at_table, table_page
from web.tournament_request import open_tournament

CALL_ACTS: Mapping[str, Callable[..., object]] = {"": ask_for_help, "no": withdraw_call}
Page = Callable[[Mapping[str, object], int], HttpResponse]


@post_only("match")
def call_from_match(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Call for a judge or the coordinator from a player's match, or cancel the call (`act=no`).

    Raise `Forbidden` `not_at_this_match` for anyone else.
    """
    req = open_tournament(request, slug)
    match = finding.find_match(req.tournament, code)
    if not sits_at(match, req.actor):
        raise Forbidden("not_at_this_match")

    def refusal_page(more: Mapping[str, object], status: int) -> HttpResponse:
        """Return the match's page with the context `more`."""
        return render(
            request, "matches/match.html", {**match_page(req.reload(), match), **more}, status=status
        )

    return _call_or_cancel(
        request, Asker(req.tournament, player=req.actor), refusal_page, reverse("match", args=[slug, code])
    )


@post_only("table_phone")
@never_cache
def call_from_table(request: HttpRequest) -> HttpResponse:
    """Call for a judge or the coordinator from a phone at the table, or cancel the call (`act=no`).

    The phone has no account: its cookie names the card of the table.
    """
    phone = phone_at_table(request)
    tournament = tournament_of_link(find_valid_link(phone.link, timezone.now()))

    def refusal_page(more: Mapping[str, object], status: int) -> HttpResponse:
        """Return the table's page with the context `more`."""
        return table_page(request, phone, more, status)

    return _call_or_cancel(request, Asker(tournament, phone=phone), refusal_page, reverse("table_phone"))


def _call_or_cancel(request: HttpRequest, asker: Asker, page: Page, back: str) -> HttpResponse:
    """Store or cancel a call, and redirect to `back`.

    If refused, return `page` with the reason, 422 or 409.
    """
    try:
        posted_act(request, CALL_ACTS)(asker, whom=request.POST.get("whom", ""), now=timezone.now())
    except Refused as refusal:
        return page({"violations": refusal.violations}, 422)
    except Stale as refusal:
        return page({"violations": [Violation(refusal.code, refusal.facts)]}, 409)
    return redirect(f"{back}#help")


ACCEPTANCE = (accept_call, _("You go to table %(table)s."))
ANSWER_ACTS: Mapping[str, tuple[Callable[..., HelpCall], Promise]] = {
    "": ACCEPTANCE,
    "go": ACCEPTANCE,
    "back": (release_call, _("Table %(table)s waits for someone else.")),
    "done": (resolve_call, _("Table %(table)s: done.")),
}


@post_only("now", takes=["slug"])
def answer_call(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Store that a member of the staff accepts a call, releases it or has resolved it; 409 if too late."""
    req = open_tournament(request, slug, "judge")
    act, said = posted_act(request, ANSWER_ACTS)
    try:
        call = act(req.tournament, code, by=req.actor, now=timezone.now())
    except Stale as stale:
        context = {**now_page(req.reload()), "violations": [Violation(stale.code, stale.facts)]}
        return render(request, "now/now.html", context, status=409)
    messages.success(request, str(said) % {"table": call.table.label})
    return redirect("now", slug)


AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("mesa/ajuda/", call_from_table, name="table_help"),
    path(f"{AT}partidas/<str:code>/ajuda/", call_from_match, name="match_help"),
    path(f"{AT}ajuda/<str:code>/", answer_call, name="help_answer"),
]
