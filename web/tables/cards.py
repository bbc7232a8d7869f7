"""Views to create, renew and print table cards, and to free claimed seats."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core import qr
from core.http.lan_address import address_for_phones, reached_at
from tournaments import finding
from tournaments.tables.cards import Card, cards_of, free_seats, issue_links, renew_links, revoke_links
from web.http.requests import posted_act
from web.pages import post_only
from web.tournament_request import TournamentRequest, open_tournament


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print; `picture` is its QR code as inline SVG, without styles."""

    card: Card
    picture: SafeString


@require_http_methods(["GET", "HEAD", "POST"])
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cards to print, each of which gives access to its table's match.

    On POST create, renew or revoke cards.
    """
    req = open_tournament(request, slug, "coordinate")
    if request.method == "POST":
        return _change_cards(req)
    shown = cards_of(req.tournament, timezone.now())
    context = {
        **req.context("tables"),
        "cards": [_printed_card(request, card) for card in shown if card.token],
        "without": sum(card.token is None and card.is_open for card in shown),
        "unreachable": not reached_at(request, "/"),
        "is_over": req.tournament.is_over,
    }
    return render(request, "tables/cards.html", context)


def _change_cards(req: TournamentRequest) -> HttpResponse:
    """Create the missing cards, or renew or revoke those of the posted table or of all.

    Redirects back to the cards.
    """
    table = req.http.POST.get("table", "")
    acts: Mapping[str, Callable[..., object]] = {
        "issue": issue_links,
        "renew": partial(renew_links, table=table),
        "revoke": partial(revoke_links, table=table),
    }
    posted_act(req.http, acts)(req.tournament, by=req.actor, now=timezone.now())
    messages.success(req.http, _("Done. Cards printed before a renewal no longer work."))
    return redirect("table_cards", req.tournament.slug)


def _printed_card(request: HttpRequest, card: Card) -> PrintedCard:
    """Return the card with the QR code of its link, as phones in the hall reach it."""
    path = reverse("table_card", args=[card.token])
    return PrintedCard(card, qr.inline(address_for_phones(request, path)))


@post_only("match")
def release_seats(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Release all seats that phones claimed at the match."""
    req = open_tournament(request, slug, "judge")
    match = finding.find_match(req.tournament, code)
    free_seats(match, by=req.actor, now=timezone.now())
    messages.success(request, _("The seats are free again: phones at the table choose again."))
    return redirect("match", slug, code)
