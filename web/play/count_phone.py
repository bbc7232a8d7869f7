"""Counting at the table from a phone without an account, which claimed a seat through the table's card."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.errors import Forbidden
from tournaments.play.count_selectors import can_be_counted
from tournaments.policies import counting_as
from tournaments.tables.cards import claim_of, match_at, standing_link, tournament_at
from web.pages import posted_from
from web.play.count import At, count_page, count_tap
from web.tables.phone_cookie import phone_of
from web.visits import at_tournament


@require_safe
@never_cache
def phone_count(request: HttpRequest) -> HttpResponse:
    """The count of the match that is on at this table."""
    return count_page(_at(request))


@posted_from("phone_count")
@never_cache
def phone_tap(request: HttpRequest) -> HttpResponse:
    """One tap on one player's tally."""
    return count_tap(_at(request))


def _at(request: HttpRequest) -> At:
    """The table of the phone's card; `Forbidden` without a seat there."""
    phone = phone_of(request)
    if phone is None:
        raise Forbidden("card_not_valid")
    link = standing_link(phone.link, timezone.now())
    tournament, match = tournament_at(link), match_at(link.table)
    if match is None or not can_be_counted(tournament.game):
        raise Forbidden("not_found")
    claimed = claim_of(match, phone, timezone.now()) is not None
    visit = at_tournament(request, tournament)
    role = counting_as(visit.role, tournament, match, visit.player, claimed=claimed)
    names = ("phone_count", "phone_tap", "table_phone")
    return At(visit, match, role, phone, *map(reverse, names))
