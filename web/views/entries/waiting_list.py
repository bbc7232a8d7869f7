"""The waiting list: leaving it, and its order, which the staff may change."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused, Violation
from core.numbers import number_in
from tournaments.entries.wait import leave_list, move_to
from tournaments.entries.waiting_list import find_waiting, own_wait, waiting_views
from web.pages import posted_from
from web.visits import Visit, visiting

MOST_DIGITS = 5


def leave(visit: Visit) -> HttpResponse:
    """The reader waits no more; who does not wait is shown how it is."""
    tournament, player = visit.tournament, visit.by
    wait = own_wait(waiting_views(tournament), tournament, player)
    if wait is not None:
        leave_list(find_waiting(tournament, wait.code), by=player, now=timezone.now())
        messages.success(visit.request, _("You are not on the waiting list any more."))
    return redirect("enter_self", tournament.slug)


@posted_from("entries")
def waiting_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Take somebody off the list, or give them another place on it."""
    visit = visiting(request, slug, "judge")
    waiting, player = find_waiting(visit.tournament, request.POST.get("code", "")), visit.by
    if "remove" in request.POST:
        leave_list(waiting, by=player, now=timezone.now())
    else:
        move_to(waiting, place=_place(request.POST.get("place", "")), by=player, now=timezone.now())
    return redirect(reverse("entries", args=[slug]) + "#waiting")


def _place(text: str) -> int:
    place = number_in(text, MOST_DIGITS)
    if place is not None:
        return place
    raise Refused([Violation("place_out_of_range", {"low": 1}, "place")])
