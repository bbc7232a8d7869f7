"""The two public pages of a tournament: overview and standings."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from scheduling.forecasting import forecast_of
from scheduling.timetable_views import expected_start, has_timetable, sort_by_timetable
from tournaments.corrections.selectors import latest_notices
from tournaments.draw.selectors import is_without_bracket
from tournaments.entries.waiting_list import is_full, own_wait, waiting_rows, waiting_views
from tournaments.match_views.selectors import second_chance_winner
from tournaments.match_views.whereabouts import MyDay, my_day
from tournaments.models import State, Tournament
from tournaments.now.selectors import now_view
from tournaments.setup.listing import organizers_named
from tournaments.setup.pictures import picture_of
from tournaments.standings.points_threshold import reason_without_points
from tournaments.standings.selectors import StandingRow, names_without_place, outcome_of, standings_of
from web.pages import in_snapshot, poll_response
from web.pagination import paginate
from web.tournament_request import TournamentRequest, open_tournament

NEXT_SHOWN, PODIUM, NOTICES = 8, 3, 3
ROWS_A_PAGE = 100
COMING = frozenset({"waiting", "ready"})  # states of an entry that waits for its next match
ENDED = frozenset({"out", "champion", "second_chance_won", "stage_over"})
"""States of an entry that has finished the tournament."""
MINE = "<!--mine-->"  # placeholder for the reader's own card in the shared part
ENTERING, HIDDEN = '<p class="enter">', '<p class="enter" hidden>'


@require_safe
@in_snapshot
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tournament at a glance: the reader's table, matches in play, and what comes next."""
    req = open_tournament(request, slug)
    found = req.tournament
    around = {**req.context("tournament"), "picture": picture_of(found)}

    def fragment_context() -> dict[str, object]:
        """Return the context of the fragment, the same for all readers."""
        seen = now_view(found, timezone.now())
        return {
            **around,
            "now": seen,
            "next": sort_by_timetable(found, seen.ready)[:NEXT_SHOWN],
            "more": max(0, len(seen.ready) - NEXT_SHOWN),
            "notices": latest_notices(found, NOTICES),
            "waiting_list": waiting_rows(found).count() if found.state == State.PREPARING else 0,
            "is_full": found.state == State.PREPARING and is_full(found),
            "has_draw": found.state == State.CANCELLED and found.draws.filter(withdrawn=False).exists(),
            "rounds_only": is_without_bracket(found),
            "organizers": organizers_named(found),
            **_podium(found),
            "forecast": forecast_of(found),
            "has_timetable": has_timetable(found),
        }

    def with_mine(part: SafeString) -> SafeString:
        """Return the fragment with a card of the reader's own match or place, if they play here or wait."""
        mine = my_day(found, req.player)
        if mine is None:
            return _with_waiting_card(part, req)
        outcome = outcome_of(found, req.actor, mine.entry.code) if mine.status in ENDED else None
        shown = {
            "tournament": found,
            "mine": mine,
            "outcome": outcome,
            "expected": _expected_start(found, mine),
        }
        card = render_to_string("matches/_mine.html", shown, request)
        return mark_safe(part.replace(MINE, card, 1).replace(ENTERING, HIDDEN, 1))  # noqa: S308 - two templates

    return poll_response(
        req, page="public_pages/tournament.html", fragment="public_pages/_tournament.html",
        context=fragment_context, around=lambda: around, personal=with_mine,
    )  # fmt: skip


def _podium(found: Tournament) -> dict[str, object]:
    """Return the context of the first places: `champion`, the others as `podium`, and `second_chance`.

    Before the end they are None, empty and None. `champion` is None too if several entries share place 1.
    `second_chance` is the winner of the second chance if that has a title of its own.
    """
    rows = standings_of(found)[:PODIUM] if found.state == State.FINISHED else []
    won = [row for row in rows if row.place == 1]
    champion = won[0] if len(won) == 1 else None
    return {
        "champion": champion,
        "podium": [row for row in rows if row is not champion],
        "second_chance": second_chance_winner(found) if rows else None,
    }


def _expected_start(found: Tournament, mine: MyDay) -> datetime | None:
    """Return when the reader's next match is expected to begin.

    None unless the reader waits for a match that the timetable has.
    """
    return expected_start(found, mine.match.code) if mine.match and mine.status in COMING else None


def _with_waiting_card(part: SafeString, req: TournamentRequest) -> SafeString:
    """Return the HTML with a card of the reader's place on the waiting list; unchanged for all others."""
    found, player = req.tournament, req.player
    if found.state != State.PREPARING or player is None:
        return part
    wait = own_wait(waiting_views(found), found, player)
    if wait is None:
        return part
    card = render_to_string("public_pages/_wait.html", {"tournament": found, "wait": wait}, req.http)
    return mark_safe(part.replace(MINE, card, 1).replace(ENTERING, HIDDEN, 1))  # noqa: S308 - two templates


@require_safe
@in_snapshot
def standing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings page by page, each place with the reason why it is above the next."""
    req = open_tournament(request, slug)
    found = req.tournament

    def with_mine(part: SafeString) -> SafeString:
        """Return the fragment with the reader's own row marked, if they play here."""
        mine = my_day(found, req.player)
        row = f'data-row="{mine.entry.code}"' if mine else ""
        return mark_safe(part.replace(row, f'class="is-me" {row}')) if mine else part  # noqa: S308 - a code of ours

    return poll_response(
        req, page="standings/standing.html", fragment="standings/_standing.html",
        context=lambda: standing_content(req), around=lambda: req.context("standing"), personal=with_mine,
    )  # fmt: skip


def standing_content(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the standings: `page` with the placed entries, `playing` with those still in.

    Once the tournament is finished or cancelled, `page` has all rows.
    """
    found, rows = req.tournament, standings_of(req.tournament)
    playing = [] if found.is_over else [row for row in rows if not row.is_placed]
    placed = rows if found.is_over else [row for row in rows if row.is_placed]
    return {
        **req.context("standing"),
        "page": paginate(placed, req.http.GET.get("pagina"), ROWS_A_PAGE),
        "playing": playing,
        "unplaced": names_without_place(found, rows),
        "begun": any(map(_has_result, rows)) or found.state == State.FINISHED,
        "points": found.ranked and found.state == State.FINISHED and not found.without_points,
        "without_points": reason_without_points(found),
        "second_chance": second_chance_winner(found),
    }


def _has_result(row: StandingRow) -> bool:
    """Return whether a result gives the row its place; before the first, all of Swiss rounds share one."""
    return row.place > 1 if row.of_stage and row.open else not row.open


AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(AT, tournament, name="tournament"),
    path(f"{AT}classificacao/", standing, name="standing"),
]
