"""The pages of a phone at a table, without an account: the card's link, seats, and reports.

The link's token is used once: it becomes a signed cookie, and the phone goes on at `/mesa/`. So no address
that is shown, stored or shared gives access to a table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.errors import Forbidden, Refused, Stale, TooMany, Violation
from core.http.rate_limit import Purpose
from core.text import number_in
from matches.models import Claim, Match, MatchState, TableLink
from tournaments.corrections.disputes import Speaker
from tournaments.match_views.match import MatchView, SideView, match_view
from tournaments.models import Tournament
from tournaments.pauses import pause_at
from tournaments.regulation.rulings import rulings_for
from tournaments.reports.selectors import players_report, side_of
from tournaments.tables import cards
from tournaments.tables.cards import Phone, claims_at, code_in, find_valid_link, match_at, tournament_of_link
from web.http.limiting import hit_limit
from web.http.requests import wants_fragment
from web.matches.context import help_panel
from web.matches.match_summary import recorded_sheet_context
from web.pages import post_only
from web.reports.panel import PanelUrls, as_context, panel
from web.reports.views import SideContext, check_report, send_flag, send_report, send_retraction
from web.sheets.draft import place_of
from web.tournament_request import at_tournament, phone_of, set_phone_cookie

PAGE = "tables/table.html"
FRAGMENT = "tables/_table.html"


@dataclass(frozen=True, slots=True)
class Chair:
    """A side at this table: free, the phone's own (`is_mine`), or another phone's (`is_taken` alone)."""

    side: SideView
    is_mine: bool
    is_taken: bool


def table_page(
    request: HttpRequest, phone: Phone, more: Mapping[str, object] | None = None, status: int = 200
) -> HttpResponse:
    """Render the page or its polled fragment; 204 if neither the record nor the seats have changed.

    `more` is added to the context. Raise `Forbidden` `card_not_valid`.
    """
    link = find_valid_link(phone.link, timezone.now())
    tournament, match = tournament_of_link(link), match_at(link.table)
    claims = claims_at(match, timezone.now()) if match else {}
    version = ".".join(map(str, (tournament.ledger.version, *(claim.pk for claim in claims.values()))))
    if wants_fragment(request) and request.GET.get("seq") == version:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "table": link.table.label,
        "seq": tournament.ledger.head_seq,
        "polled": version,
        "pause": pause_at(timezone.now(), tournament.pauses),
        "rulings": rulings_for(tournament, match.code if match else None),
        "asking": None if tournament.is_over else help_panel(link.table, reverse("table_help")),
        "form_of": request.GET.get("forma", match.code if match else ""),
        **(_match_context(tournament, match, phone, claims) if match else {}),
        **(more or {}),
    }
    return render(request, FRAGMENT if wants_fragment(request) else PAGE, context, status=status)


def _match_context(
    tournament: Tournament, match: Match, phone: Phone, claims: Mapping[int, Claim]
) -> dict[str, object]:
    """Return the context of the match: its sides, which of them are claimed, reports, and an ended sheet."""
    view = match_view(tournament, match)
    mine = next((number for number, claim in claims.items() if _is_mine(claim, phone)), None)
    names = ("table_report", "table_report_check", "table_report_retract", "table_flag")
    urls = PanelUrls(*map(reverse, names))
    ended = recorded_sheet_context(tournament, match, view) if view.state == MatchState.ENDED else {}
    return {
        "match": view,
        "chairs": _chairs(view, mine, claims) if players_report(tournament) else (),
        **as_context(panel(tournament, match, view, side=mine, urls=urls)),
        **({**ended, "recorded_by": ""} if ended else {}),
    }


def _is_mine(claim: Claim, phone: Phone) -> bool:
    """Return whether this phone made the claim, by the card that it has now."""
    return claim.phone == phone.name and claim.link.code == phone.link


def _chairs(view: MatchView, mine: int | None, claims: Mapping[int, Claim]) -> tuple[Chair, ...]:
    """Return the sides that have an entry, each free, this phone's or another's."""
    return tuple(
        Chair(side, side.number == mine, side.number in claims) for side in view.sides if side.entry_code
    )


@require_safe
@never_cache
def scan(request: HttpRequest, token: str) -> HttpResponse:
    """Open the card's link: staff and players with an account go to the match, other phones get a cookie.

    404 for an unknown link (after too many without a page), 410 for one that is no longer valid.
    """
    code = code_in(token)
    if code is None:
        return _unknown_link(request)
    try:
        link = find_valid_link(code, timezone.now())
    except Forbidden:
        return _forbid_referrer(render(request, "tables/gone.html", status=410))
    return _forbid_referrer(
        _redirect_account(request, link) or set_phone_cookie(request, redirect("table_phone"), link)
    )


def _unknown_link(request: HttpRequest) -> HttpResponse:
    """Return 404 for an unknown link and count it against the limit; beyond the limit without a page."""
    try:
        hit_limit(request, Purpose.CARD)
    except TooMany:
        return _forbid_referrer(HttpResponseNotFound())
    return _forbid_referrer(render(request, "404.html", status=404))


def _forbid_referrer(response: HttpResponse) -> HttpResponse:
    """Make the browser send no referrer, so that the token does not leave with the next request."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _redirect_account(request: HttpRequest, link: TableLink) -> HttpResponse | None:
    """Return the redirect for staff and for players of the match, who use their account; None for others."""
    req, match = at_tournament(request, tournament_of_link(link)), match_at(link.table)
    is_staff = req.may("judge")
    if match is not None and (is_staff or side_of(match, req.player)):
        return redirect("match", req.tournament.slug, match.code)
    return redirect("now", req.tournament.slug) if is_staff else None


@require_safe
@never_cache
def table(request: HttpRequest) -> HttpResponse:
    """Show the match at this phone's table."""
    return table_page(request, phone_at_table(request))


@post_only("table_phone")
@never_cache
def sit(request: HttpRequest) -> HttpResponse:
    """Claim a side's seat for this phone."""
    side = number_in(request.POST.get("side"), 2) or 0
    code, phone = request.POST.get("match", ""), phone_at_table(request)
    return _try_act(
        request, phone, lambda: cards.claim_seat(phone, side=side, match=code, now=timezone.now())
    )


@post_only("table_phone")
@never_cache
def stand(request: HttpRequest) -> HttpResponse:
    """Give this phone's seat up."""
    code, phone = request.POST.get("match", ""), phone_at_table(request)
    return _try_act(request, phone, lambda: cards.withdraw_claim(phone, match=code, now=timezone.now()))


def _try_act(request: HttpRequest, phone: Phone, act: Callable[[], object]) -> HttpResponse:
    """Run the act and redirect to the table; if it is refused, render the table with 422 or 409."""
    try:
        act()
    except Refused as refusal:
        return table_page(request, phone, {"violations": refusal.violations}, 422)
    except Stale as refusal:
        return table_page(request, phone, {"violations": [Violation(refusal.code, refusal.facts)]}, 409)
    return redirect("table_phone")


@post_only("table_phone")
@never_cache
def report(request: HttpRequest) -> HttpResponse:
    """Report a result for the phone's side, or agree with another side's report."""
    return _act_for_side(request, send_report)


@post_only("table_phone")
@never_cache
def check(request: HttpRequest) -> HttpResponse:
    """Show what the typed report would record; store nothing."""
    return _act_for_side(request, check_report)


@post_only("table_phone")
@never_cache
def retract(request: HttpRequest) -> HttpResponse:
    """Take back the report of the phone's side."""
    return _act_for_side(request, send_retraction)


@post_only("table_phone")
@never_cache
def flag(request: HttpRequest) -> HttpResponse:
    """Report that the recorded sheet is wrong."""
    return _act_for_side(request, send_flag)


def _act_for_side(request: HttpRequest, act: Callable[[SideContext], HttpResponse]) -> HttpResponse:
    """Run `act` for the side that the phone claimed; 409 if the posted match is not at the table now."""
    phone = phone_at_table(request)
    link = find_valid_link(phone.link, timezone.now())
    match, tournament = match_at(link.table), tournament_of_link(link)
    if match is None or match.code != request.POST.get("match"):
        return table_page(request, phone, {"violations": [Violation("match_moved")]}, 409)

    def show(more: Mapping[str, object], status: int) -> HttpResponse:
        return table_page(request, phone, more, status)

    req, place = at_tournament(request, tournament), place_of(tournament, match.code)
    return act(SideContext(req, place, Speaker(phone=phone), reverse("table_phone"), show))


def phone_at_table(request: HttpRequest) -> Phone:
    """Return the phone; raise `Forbidden` `card_not_valid` without a valid cookie and link."""
    phone = phone_of(request)
    if phone is None:
        raise Forbidden("card_not_valid")
    find_valid_link(phone.link, timezone.now())
    return phone
