"""The context of the pages of one match, for each kind of reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone

from core.text import number_in
from matches.lineups import Lineup
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Whom
from matches.sheet_values import sheet_from_json
from rulesets.names import suit_name, symbol
from rulesets.registry import game_of
from tournaments.corrections.disputes import SheetDoubt, open_disputes
from tournaments.help import HelpView, open_calls_at
from tournaments.match_parts import may_have_part
from tournaments.match_views.match import MatchView
from tournaments.match_views.match_cache import one_match
from tournaments.models import Role, Tournament
from tournaments.now.needs import next_needed
from tournaments.now.selectors import now_view
from tournaments.pauses import pause_at
from tournaments.play.notes import STARTED, takes_pineapples
from tournaments.play.suits import OPEN
from tournaments.reports.selectors import contested_matches, report_at
from tournaments.rules_of import kind_of
from tournaments.sheets.judge import judge_sheet
from tournaments.tables.conflicts import names_in_conflict
from web.matches.match_summary import MatchSummary, recorded_sheet_context, summarize_match
from web.matches.turns import starter_context
from web.play.forms import ExtensionForm, TakeBackForm
from web.play.time import absence_warning, is_time_call_due, preview_extension
from web.reports.panel import match_panel
from web.sheets.draft import SheetDraft, SheetPlace, form_for, judge_complete_sheet, place_of
from web.sheets.forms import AbsenceForm, SheetForm
from web.sheets.presenter import SheetPresentation, present_sheet
from web.sheets.preview import preview_sheet
from web.tournament_request import TournamentRequest

SHEET_STATES = (MatchState.READY, MatchState.CALLED, MatchState.PLAYING)


def match_page(req: TournamentRequest, match: Match) -> dict[str, object]:
    """Return the context of `matches/match.html` and its fragment, for this reader."""
    tournament = req.tournament
    place = None if match.state == MatchState.ENDED else place_of(tournament, match.code)
    view = place.view if place else one_match(tournament, match)
    summary, may_judge, moment = summarize_match(tournament, match), req.may("judge"), timezone.now()
    open_sheet = may_judge and view.state in SHEET_STATES and _has_entries(view)
    return {
        **req.context("bracket"),
        "match": view,
        "may_judge": may_judge,
        "not_to_judge": names_in_conflict(match, req.actor)
        if place and may_judge and may_have_part(match, "conflicts")
        else (),
        "may_start": may_judge and can_start(view),
        "may_call_time": may_judge
        and view.state == MatchState.PLAYING
        and is_time_call_due(tournament, view, moment),
        "pause": None if view.state == MatchState.ENDED else pause_at(moment, tournament.pauses),
        "absence_form": AbsenceForm(view, tournament.ledger.head_seq)
        if open_sheet and not view.started_at
        else None,
        "too_early": absence_warning(tournament, view, moment) if open_sheet else "",
        "may_change_pineapples": may_judge and view.state not in STARTED and takes_pineapples(tournament),
        "suits": _suit_choices(tournament) if may_judge and view.state in OPEN else (),
        **starter_context(tournament, view, may_judge=may_judge),
        "rulings": summary.rulings,
        "polled_state": req.http.GET.get("estado", view.state),
        **(_sheet_form_context(req, match, view) if open_sheet else {"form": None}),
        **(
            _without_corrector(req.role, recorded_sheet_context(tournament, match, view))
            if view.state == MatchState.ENDED
            else {}
        ),
        **_games_context(tournament, view, summary, may_judge),
        **_ended_context(req, match, view, summary),
        "asking": help_panel_at(req, place) if place else None,
        **match_panel(req, match, view),
    }


def _suit_choices(tournament: Tournament) -> list[tuple[str, str]]:
    """Return key and label (sign and name) of the suits; empty in a game without suits."""
    marks = game_of(tournament.game).marks
    return [(mark, f"{symbol(mark)} {suit_name(mark)}") for mark in marks]


def _sheet_form_context(req: TournamentRequest, match: Match, view: MatchView) -> dict[str, object]:
    """Return the context of the sheet form, empty or filled with the players' report `?relato=`."""
    form = form_for(SheetForm, req.tournament, view, may_rule=req.may("coordinate"))
    asked = number_in(req.http.GET.get("relato"))
    report = None if asked is None else report_at(match, asked)
    if report is None:
        return {"form": form}
    sheet, place = sheet_from_json(report.sheet), place_of(req.tournament, match.code)
    form.prefill(sheet, sheet.winner)
    form.is_filled = True
    return {
        "form": form,
        "preview": preview_sheet(SheetDraft(place, form, judge_complete_sheet(place, sheet))),
    }


def _games_context(
    tournament: Tournament, view: MatchView, summary: MatchSummary, may_judge: bool
) -> dict[str, object]:
    """Return the context of drawn games and extensions, with the forms of a judge while it is played."""
    playing = may_judge and view.state == MatchState.PLAYING
    form = ExtensionForm() if playing and view.time_due_at else None
    return {
        "drawn_games": summary.drawn_games,
        "latest_drawn_game": summary.latest_drawn_game,
        "extensions": summary.extensions,
        "extension_form": form,
        "extending": preview_extension(tournament, view, form, timezone.now()),
        "take_back_form": TakeBackForm() if playing and summary.drawn_games else None,
    }


def _without_corrector(role: Role | None, page: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the context without the name of who corrected the sheet, if the reader is no staff (None)."""
    return {**page, "recorded_by": ""} if role is None and page.get("recorded_version", 1) > 1 else page


def _ended_context(
    req: TournamentRequest, match: Match, view: MatchView, summary: MatchSummary
) -> dict[str, object]:
    """Return the context of what follows a sheet: reviews, notices, the right to correct, the next match."""
    tournament, reviews = req.tournament, summary.doubts
    ended = view.state == MatchState.ENDED and not view.is_bye and _has_entries(view)
    follows = view.state == MatchState.ENDED and req.may("judge") and not tournament.is_over
    return {
        **(_next_match_context(req, match) if follows else {}),
        "is_under_review": bool(reviews),
        "reviews": other_sheets(tournament, match, reviews) if req.may("judge") else (),
        "may_correct": ended and req.may("coordinate"),
        "notices": summary.notices,
    }


def _next_match_context(req: TournamentRequest, match: Match) -> dict[str, object]:
    """Return `next_needed`, the match that needs the judge next or None, and `next_part`, its page's anchor.

    A disputed match comes first.
    """
    tournament = req.tournament
    waiting = [(found, "#readings") for found, _said in contested_matches(tournament)]
    if req.may("coordinate"):
        waiting += [(doubt.match, "#under-review") for doubt in open_disputes(tournament)]
    waiting = [(found, part) for found, part in waiting if found.code != match.code]
    found, part = next(iter(waiting), (None, ""))
    return {"next_needed": found or next_needed(now_view(tournament, timezone.now())), "next_part": part}


def other_sheets(
    tournament: Tournament, match: Match, reviews: Sequence[SheetDoubt]
) -> tuple[tuple[SheetDoubt, SheetPresentation | None], ...]:
    """Return each dispute with the sheet that was not recorded, in words; None if it has no sheet."""
    lineup = Lineup(match)
    return tuple((other, _present_other_sheet(tournament, lineup, other)) for other in reviews)


def _present_other_sheet(
    tournament: Tournament, lineup: Lineup, other: SheetDoubt
) -> SheetPresentation | None:
    """Return the sheet of a dispute in words, as judged now; None if it has none."""
    if other.sheet is None:
        return None
    verdict = judge_sheet(tournament, lineup, other.sheet)
    return present_sheet(other.match, kind_of(tournament), other.sheet, verdict)


def _has_entries(view: MatchView) -> bool:
    """Return whether any side of the match has an entry."""
    return any(side.entry_code for side in view.sides)


def can_start(view: MatchView) -> bool:
    """Return whether the match could be started: it is ready or called, and two sides are known."""
    sides = sum(1 for side in view.sides if side.entry_code)
    return view.state in (MatchState.READY, MatchState.CALLED) and sides > 1


@dataclass(frozen=True, slots=True)
class HelpPanel:
    """Whom a table can call, each with its open call or None; `url` is where the forms post."""

    url: str
    rows: tuple[tuple[str, HelpView | None], ...]


def help_panel(table: PhysicalTable, url: str) -> HelpPanel:
    """Return the forms by which a table calls a judge or the coordinator."""
    asked = open_calls_at(table)
    return HelpPanel(url, tuple((whom, asked.get(whom)) for whom in Whom.values))


def help_panel_at(req: TournamentRequest, place: SheetPlace) -> HelpPanel | None:
    """Return the forms to call for help if the reader plays this match and it is at its table; else None."""
    match, reader = place.match, req.player
    if reader is None or match.state not in AT_TABLE or match.table is None:
        return None
    if all(seat.persona is None or seat.persona.player_id != reader.pk for seat in place.lineup.seats):
        return None
    return help_panel(match.table, reverse("match_help", args=[req.tournament.slug, match.code]))
