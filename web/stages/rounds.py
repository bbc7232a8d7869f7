"""The public page of the rounds before a bracket: the order so far, and the tables of each round."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from matches.models import MatchState
from tournaments.draw.stage_progress import StageProgress, round_draws, stage_progress, stage_table
from tournaments.match_views.selectors import some_rounds
from web.pages import in_snapshot, poll_response
from web.pagination import Page, paginate, query_without_page
from web.stages.groups import by_group, groups_a_page, own_group, with_own_first
from web.stages.withdraw import latest_context
from web.tournament_request import TournamentRequest, open_tournament

MATCHES_A_PAGE, ROWS_A_PAGE = 48, 100
ROUND, PAGE, ORDER = "rodada", "pagina", "ordem"
ACT = "<!--act-->"
"""Placeholder for the coordinator's next act in the shared part."""


@dataclass(frozen=True, slots=True)
class RoundsTab:
    """The order, or one round."""

    value: str
    label: str
    is_here: bool


@require_safe
@in_snapshot
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the order or a round, by default what is current; a coordinator sees the next act."""
    req = open_tournament(request, slug)
    return poll_response(
        req,
        page="stages/rounds.html",
        fragment="stages/_rounds.html",
        context=lambda: {**req.context("rounds"), **_part_context(req)},
        around=lambda: req.context("rounds"),
        personal=lambda part: _add_next_act(req, with_own_first(part, own_group(req))),
    )


def _part_context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the shared part; of the matches only the round shown is read."""
    progress = stage_progress(req.tournament)
    if progress is None:
        return {"progress": None}
    asked, shown = req.http.GET.get(PAGE), _round_to_show(progress, req.http.GET.get(ROUND, ""))
    kept = query_without_page(req.http, PAGE)
    found = {"progress": progress, "shown": shown, "kept": kept, "tabs": _tabs(progress, shown)}
    if shown:
        return {**found, **_round_context(req, shown, asked, is_grouped=progress.groups is not None)}
    return {**found, "page": _order_page(req, asked, is_grouped=progress.groups is not None)}


def _order_page(req: TournamentRequest, asked: str | None, *, is_grouped: bool) -> Page[Any]:
    """Return page `asked` of the order; if there are groups its items are whole groups (`GroupPart`)."""
    rows = stage_table(req.tournament)
    if not is_grouped:
        return paginate(rows, asked, ROWS_A_PAGE)
    parts = list(by_group(rows))
    return paginate(parts, asked, groups_a_page(parts, ROWS_A_PAGE))


def _round_to_show(progress: StageProgress, asked: str) -> int:
    """Return the number of the round to show, 0 for the order.

    That is `asked` if it is a round or `ORDER`; else the latest round until the stage is closed.
    """
    if asked in {str(number) for number in range(1, progress.rounds + 1)}:
        return int(asked)
    return 0 if asked == ORDER or progress.closed_at else progress.rounds


def _tabs(progress: StageProgress, shown: int) -> list[RoundsTab]:
    """Return the tabs of the order and of each round; `shown` is the open round, 0 for the order."""
    numbers = range(1, progress.rounds + 1)
    each = [
        RoundsTab(str(number), pgettext("stage", "Round %(number)d") % {"number": number}, number == shown)
        for number in numbers
    ]
    order = _("Standings") if progress.groups else _("Order")
    return [RoundsTab(ORDER, order, not shown), *each]


def _round_context(
    req: TournamentRequest, number: int, asked: str | None, *, is_grouped: bool
) -> dict[str, object]:
    """Return the context of a round: page number `asked` of its matches, counts, and its draw or None.

    If there are groups, the items of the page are whole groups (`GroupPart`).
    """
    found = some_rounds(req.tournament, {number})
    matches = found[0].matches if found else ()
    parts = list(by_group(matches)) if is_grouped else []
    draws = round_draws(req.tournament)
    page: Page[Any] = (
        paginate(parts, asked, groups_a_page(parts, MATCHES_A_PAGE))
        if is_grouped
        else paginate(matches, asked, MATCHES_A_PAGE)
    )
    return {
        "page": page,
        "matches": len(matches),
        "ended": sum(match.state == MatchState.ENDED for match in matches),
        "draw": next((draw for draw in draws if draw.first_round == number), None),
    }


def _add_next_act(req: TournamentRequest, part: SafeString) -> SafeString:
    """Return the HTML with the next act and what the latest round would be after a correction.

    Unchanged for all but coordinators.
    """
    may_act = req.may("coordinate") and not req.tournament.is_over
    progress = stage_progress(req.tournament) if may_act else None
    if progress is None:
        return part
    context = {"tournament": req.tournament, "progress": progress}
    context |= latest_context(req.tournament, progress)
    card = render_to_string("stages/_act.html", context, req.http)
    return mark_safe(part.replace(ACT, card, 1))  # noqa: S308 - two templates
