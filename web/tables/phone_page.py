"""The page of a table's card: seats, clock, and the reports of the phone's side."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from matches.models import Claim, Match, MatchState
from tournaments.match_views.match import MatchView, SideView, match_view
from tournaments.models import Tournament
from tournaments.pauses import pause_at
from tournaments.regulation.rulings import noted_for
from tournaments.reports.selectors import players_report
from tournaments.tables.cards import Phone, claims_at, match_at, standing_link, tournament_at
from web.help.presenter import help_panel
from web.matches.match_summary import recorded_sheet_context
from web.reports.panel import PanelUrls, as_context, panel
from web.requests import wants_fragment

PAGE, FRAGMENT = "tables/table.html", "tables/_table.html"


@dataclass(frozen=True, slots=True)
class Chair:
    """A side at this table: free, the phone's own, or another's."""

    side: SideView
    is_mine: bool
    is_taken: bool


def table_page(
    request: HttpRequest, phone: Phone, more: Mapping[str, object] | None = None, status: int = 200
) -> HttpResponse:
    """Render the page or its polled fragment; 204 if neither the record nor the seats have changed."""
    link = standing_link(phone.link, timezone.now())
    tournament, match = tournament_at(link), match_at(link.table)
    claims = claims_at(match, timezone.now()) if match else {}
    version = f"{tournament.ledger.version}.{max((claim.pk for claim in claims.values()), default=0)}"
    if wants_fragment(request) and request.GET.get("seq") == version:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "table": link.table.label,
        "seq": tournament.ledger.head_seq,
        "polled": version,
        "pause": pause_at(timezone.now(), tournament.pauses),
        "rulings": noted_for(tournament, match.code if match else None),
        "asking": None if tournament.is_over else help_panel(link.table, reverse("table_help")),
        "form_of": request.GET.get("forma", match.code if match else ""),
        **(_match(tournament, match, phone, claims) if match else {}),
        **(more or {}),
    }
    return render(request, FRAGMENT if wants_fragment(request) else PAGE, context, status=status)


def _match(
    tournament: Tournament, match: Match, phone: Phone, claims: Mapping[int, Claim]
) -> dict[str, object]:
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
    return claim.phone == phone.name and claim.link.code == phone.link


def _chairs(view: MatchView, mine: int | None, claims: Mapping[int, Claim]) -> tuple[Chair, ...]:
    return tuple(
        Chair(side, side.number == mine, side.number in claims) for side in view.sides if side.entry_code
    )
