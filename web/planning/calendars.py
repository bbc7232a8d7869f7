"""Calendar feeds: public ones of a tournament and its tables, and personal ones at a secret address."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.calendars import calendar_at
from accounts.models import CalendarAddress, CalendarFeed, Player
from core.errors import Forbidden, TooMany
from core.http.origin import site_origin
from core.http.rate_limit import Purpose
from scheduling.feeds import (
    FeedEvent,
    judge_events,
    player_events,
    table_at,
    table_events,
    tournament_events,
    tournaments_helped_by,
    tournaments_played_by,
)
from tournaments.models import Tournament
from web.http.limiting import hit_limit
from web.pages import in_snapshot
from web.planning.ics import TYPE, calendar_file
from web.tournament_request import open_tournament


@require_safe
@in_snapshot
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the calendar of the whole tournament to readers who may see it."""
    found = open_tournament(request, slug).tournament
    return _file_response(calendar_file(found.title, tournament_events(found), _public_link), slug)


@require_safe
@in_snapshot
def table_calendar(request: HttpRequest, slug: str, position: int) -> HttpResponse:
    """Return the calendar of the table with this position; raise `Forbidden` `not_found` if there is none."""
    found = open_tournament(request, slug).tournament
    table = table_at(found, position)
    if table is None:
        raise Forbidden("not_found")
    name = f"{_('Table %(label)s') % {'label': table.label}} · {found.title}"
    body = calendar_file(name, table_events(found, position), _public_link)
    return _file_response(body, f"{slug}-{position}")


@require_safe
@vary_on_headers("Accept-Language")
def own_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return a person's own matches and events by secret address: 304 if unchanged, 404 if revoked.

    Three queries if unchanged.
    """
    address = calendar_at(token)
    if address is None:
        return _not_found(request)
    player, now = address.user.player, timezone.now()
    of_player = address.kind == CalendarFeed.PLAYER
    tournaments = tournaments_played_by(player, now) if of_player else tournaments_helped_by(player, now)
    tag = _etag(request, address, tournaments)
    if tag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
        return _forbid_sharing(HttpResponseNotModified(headers={"ETag": tag}))
    body = _own_calendar_bytes(request, address, player, tournaments)
    response = _forbid_sharing(_file_response(body, address.kind))
    response["ETag"] = tag
    return response


def _own_calendar_bytes(
    request: HttpRequest, address: CalendarAddress, player: Player, tournaments: list[Tournament]
) -> bytes:
    """Return the calendar of a person: as player or as judge, by the kind of address."""
    of_player = address.kind == CalendarFeed.PLAYER
    events = player_events(player, tournaments) if of_player else judge_events(player, tournaments)
    name = _("My matches") if of_player else _("Tournaments I help with")
    return calendar_file(name, events, lambda event: request.build_absolute_uri(_page_path(event)))


def _etag(request: HttpRequest, address: CalendarAddress, tournaments: list[Tournament]) -> str:
    """Return an ETag that changes with any of the tournaments, the language and the host."""
    heads = [(found.ledger.head_hash, found.ledger.unrecorded) for found in tournaments]
    said = repr((address.kind, heads, get_language(), request.build_absolute_uri("/")))
    return f'"{sha256(said.encode()).hexdigest()[:32]}"'


def _public_link(event: FeedEvent) -> str:
    """Return an absolute address by the settings, for files that readers share; "" if the site knows none."""
    origin = str(site_origin())
    return f"{origin}{_page_path(event)}" if origin else ""


def _page_path(event: FeedEvent) -> str:
    """Return the path of the page that the event is about."""
    if event.match:
        return reverse("match", args=[event.tournament.slug, event.match.code])
    return reverse("tournament", args=[event.tournament.slug])


def _file_response(body: bytes, name: str) -> HttpResponse:
    """Return a calendar file that programs open and do not save; `name` without `.ics`."""
    shown = {"Content-Disposition": f'inline; filename="{name}.ics"'}
    return HttpResponse(body, content_type=TYPE, headers=shown)


def _forbid_sharing(response: HttpResponseBase) -> HttpResponseBase:
    """Forbid caches, search engines and referrers to spread the secret address; return the response."""
    patch_cache_control(response, private=True, no_cache=True)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _not_found(request: HttpRequest) -> HttpResponseBase:
    """Return 404 for an unknown or revoked address, and count it.

    Beyond the limit the response has no page.
    """
    try:
        hit_limit(request, Purpose.CARD)
    except TooMany:
        return _forbid_sharing(HttpResponseNotFound())
    return _forbid_sharing(render(request, "404.html", status=404))
