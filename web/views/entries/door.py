"""The code at the door: staff hang it up, people scan it and say that they are here."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core import qr
from core.errors import Forbidden, Refused, Stale
from core.http.callers import caller_of
from core.http.rate_limit import Purpose, check
from core.http.reaching import address_for_phones, reached_at
from rulesets.registry import takes_pineapples
from tournaments.entries.check_in_list import entry_view, own_entry
from tournaments.entries.door import arrive as arriving
from tournaments.entries.door import close_door, is_code_of, is_guess, open_door
from web.limiting import hit_limit
from web.visits import Visit, visiting


@require_http_methods(["GET", "HEAD", "POST"])
def door_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The code to print or to show, renewed and taken down."""
    visit = visiting(request, slug, "judge")
    if request.method == "POST":
        return _changed(visit)
    code = visit.tournament.door_code
    address = code and address_for_phones(request, reverse("arrive", args=[slug, code]))
    context = {
        **visit.context("check_in"),
        "address": address,
        "picture": address and qr.inline(address),
        "unreachable": not reached_at(request, "/"),
        "pineapples": takes_pineapples(visit.tournament.game, visit.tournament.variants),
    }
    return render(request, "entries/door.html", context)


def _changed(visit: Visit) -> HttpResponse:
    if visit.request.POST.get("act") == "close":
        close_door(visit.tournament, by=visit.by, now=timezone.now())
        messages.success(visit.request, _("From now on only the staff checks people in."))
    else:
        open_door(visit.tournament, by=visit.by, now=timezone.now())
        messages.success(visit.request, _("Hang this code up at the door: codes from before no longer work."))
    return redirect("door", visit.tournament.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Where the code leads: one button, and what comes next."""
    check(Purpose.CARD, caller_of(request))
    visit = visiting(request, slug)
    if is_guess(visit.tournament, code):
        hit_limit(request, Purpose.CARD)
    refusal = _arrived(visit, code) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return redirect("arrive", slug, code)
    own = visit.player and own_entry(visit.tournament, visit.player)
    context = {
        **visit.context("entries"),
        "is_right": is_code_of(visit.tournament, code),
        "entry": own and entry_view(own),
        "refusal": refusal,
    }
    return render(request, "entries/arrive.html", context, status=_status(refusal))


def _arrived(visit: Visit, code: str) -> Forbidden | Refused | Stale | None:
    try:
        arriving(visit.tournament, code=code, by=visit.by, now=timezone.now())
    except (Forbidden, Refused, Stale) as refusal:
        return refusal
    return None


def _status(refusal: Forbidden | Refused | Stale | None) -> int:
    return {Forbidden: 403, Refused: 422, Stale: 409}[type(refusal)] if refusal else 200
