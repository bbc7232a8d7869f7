"""The page where players find their seat by name and without an account, on phones in the hall."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from core import qr
from core.http.lan_address import address_for_phones
from core.http.rate_limit import Purpose
from tournaments.match_views.whereabouts import whereabouts
from web.http.limiting import hit_limit
from web.pages import in_snapshot
from web.tournament_request import open_tournament

LONGEST = 80
DRAWN_FOR_SECONDS = 3600


@require_safe
def find_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Find players by name and show their table, seat and neighbours; without a name only the field.

    A search counts against the limit for costly requests.
    """
    typed = request.GET.get("q", "").strip()[:LONGEST]
    if typed:
        hit_limit(request, Purpose.COSTLY)  # a read snapshot writes nothing
    return _result_page(request, slug, typed)


@in_snapshot
def _result_page(request: HttpRequest, slug: str, typed: str) -> HttpResponse:
    """Render the players whose names match `typed`, in one snapshot; none for ""."""
    req = open_tournament(request, slug)
    context = {**req.context("where"), "typed": typed, "sought": whereabouts(req.tournament, typed)}
    return render(request, "matches/where.html", context)


@require_safe
def find_seat_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the QR code (SVG) of the page where players find their seat."""
    return _qr_response(request, slug, "where")


@require_safe
def overview_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the QR code (SVG) of the tournament's overview."""
    return _qr_response(request, slug, "tournament")


def _qr_response(request: HttpRequest, slug: str, page: str) -> HttpResponse:
    """Return the QR code of the page with this URL name, as phones in the hall reach it.

    The browser may cache it for an hour.
    """
    path = reverse(page, args=[open_tournament(request, slug).tournament.slug])
    image = qr.image(address_for_phones(request, path))
    response = HttpResponse(image, content_type="image/svg+xml")
    response.headers["Cache-Control"] = f"private, max-age={DRAWN_FOR_SECONDS}"
    return response
