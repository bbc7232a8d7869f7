"""The kingdoms of a table on a phone without an account, which came through the table's card."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import Forbidden, Stale
from tournaments.kingdoms.selectors import has_companion
from tournaments.tables.cards_selectors import match_at, standing_link, tournament_at
from web.views.kingdoms.companion import AtGame, game_page
from web.views.tables.phone_cookie import phone_of
from web.visits import at_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_kingdoms(request: HttpRequest) -> HttpResponse:
    """The game that is on at this table; a tap on another match's page is late."""
    phone = phone_of(request)
    if phone is None:
        raise Forbidden("card_not_valid")
    link = standing_link(phone.link, timezone.now())
    tournament, match = tournament_at(link), match_at(link.table)
    if match is None or not has_companion(tournament):
        return redirect("table_phone")
    if request.method == "POST" and request.POST.get("match") != match.code:
        raise Stale("match_moved")
    return game_page(AtGame(at_tournament(request, tournament), match, phone, reverse("table_kingdoms")))
