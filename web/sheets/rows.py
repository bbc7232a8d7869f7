"""Many sheets from paper on one page: a row for each open match, each recorded in an act of its own.

A row is the form of one slip with the controls that a paper sheet has. The page works without JavaScript;
with it, only the row that was sent is replaced.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.errors import Violation
from core.text import number_in
from matches.models import Match
from rulesets.kernel.rules import Rules
from tournaments import finding
from tournaments.match_views.match import MatchView, SideView, match_view, views
from tournaments.models import Tournament
from tournaments.play.play import RecordingResult
from tournaments.play.record_from_paper import OPEN
from web.http.requests import wants_fragment
from web.pages import post_only
from web.pagination import paginate
from web.service_form import FieldError
from web.sheets.cuts import JudgedSheet
from web.sheets.draft import SheetDraft, form_for
from web.sheets.paper import PaperForm, as_started, read_slip, record_slip
from web.sheets.preview import SheetPreview, preview_sheet
from web.sheets.record import OUTCOME, store_dispute, try_record
from web.templatetags.chama import match_name
from web.tournament_request import TournamentRequest, open_tournament

PAGE, ROW = "sheets/rows.html", "sheets/_row.html"
A_PAGE = 32
PAGE_NUMBER = "pagina"


class RowForm(PaperForm):
    """A slip among others on one page: the ids of its controls begin with the match's code."""

    sheet_url = "sheet_row"

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
        may_rule: bool,
        today: datetime,
    ) -> None:
        super().__init__(data, match=match, rules=rules, seq=seq, may_rule=may_rule, today=today)
        self.prefix_of_ids = f"{match.code}-"
        self.auto_id = f"{self.prefix_of_ids}%s"

    def field_error(self, violation: Violation) -> FieldError:
        """Return the error as the base class does, with a link into this row."""
        found = super().field_error(violation)
        if not found.anchor or found.anchor.startswith(self.prefix_of_ids):
            return found
        return replace(found, anchor=f"{self.prefix_of_ids}{found.anchor}")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A match on the page: with its form, or recorded if `form` is None.

    `recorder`: who recorded the same result before, "" if no one. `is_other`: another result was recorded
    first, and stays.
    """

    match: MatchView
    form: RowForm | None = None
    preview: SheetPreview | None = None
    recorder: str = ""
    is_other: bool = False

    @property
    def by_place(self) -> list[SideView]:
        """Return the sides that have a place in the match, the winner first."""
        return sorted((side for side in self.match.sides if side.place), key=lambda side: side.place or 0)


@require_safe
def sheet_rows(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a row for each match whose slip can be typed in now, by round and table."""
    return _rows_page(open_tournament(request, slug, need="judge"))


@post_only("sheet_rows", takes=("slug",))
def sheet_row(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record one posted row; a refused one is shown again with all values.

    If another result was recorded first, a dispute is stored, and that result shown (409).
    """
    req = open_tournament(request, slug, need="judge")
    following = _next_open_code(req.tournament, code)
    slip = read_slip(req, code, request.POST, RowForm)
    done = try_record(req, slip, partial(record_slip, req, slip), partial(_store_dispute_and_render_row, req))
    if isinstance(done, HttpResponse):
        return done
    if done is None:
        row = SheetRow(slip.view, slip.form, preview_sheet(slip))
        return _row_response(req, row, status=slip.form.status)
    return _recorded_response(req, slip, done, following)


def _recorded_response(
    req: TournamentRequest, slip: SheetDraft[RowForm], done: RecordingResult, following: str
) -> HttpResponse:
    """Return the recorded row for htmx, else a redirect to the page, at the row of the match `following`."""
    address = reverse("sheet_rows", args=[req.tournament.slug])
    if wants_fragment(req.http):
        response = _row_response(req, _recorded_row(req.reload(), slip.match, recorder=done.already_by or ""))
    else:
        messages.success(req.http, _("%(match)s is recorded.") % {"match": match_name(slip.view)})
        response = redirect(f"{address}{_page_query(req)}#row-{following}")
    response[OUTCOME] = "recorded"
    return response


def _store_dispute_and_render_row(
    req: TournamentRequest, slip: SheetDraft[RowForm], mine: JudgedSheet
) -> HttpResponse:
    """Store the dispute, and return the row with what was recorded first (409); nothing is overwritten."""
    noted = store_dispute(req, slip, mine)
    response = _row_response(req, _recorded_row(req.reload(), slip.match, is_other=True), status=409)
    if noted is not None:
        response[OUTCOME] = "disputed"
    return response


def _recorded_row(
    req: TournamentRequest, match: Match, *, recorder: str = "", is_other: bool = False
) -> SheetRow:
    """Return the row, without form, of a match as it is recorded now, read again."""
    found = finding.find_match(req.tournament, match.code)
    return SheetRow(match_view(req.tournament, found), recorder=recorder, is_other=is_other)


def _row_response(req: TournamentRequest, row: SheetRow, status: int = 200) -> HttpResponse:
    """Render the row alone for htmx, else the whole page, read again, with this row in it."""
    if not wants_fragment(req.http):
        return _rows_page(req.reload(), row, status)
    return render(req.http, ROW, {**_row_context(req), "row": row}, status=status)


def _rows_page(req: TournamentRequest, posted: SheetRow | None = None, status: int = 200) -> HttpResponse:
    """Render a page of rows by round and table; `posted` stands among them, even if its match is over."""
    matches = open_matches(req.tournament)
    if posted and posted.match.code not in [match.code for match in matches]:
        matches = sorted([*matches, posted.match], key=_round_and_table)
    page = paginate(matches, req.http.GET.get(PAGE_NUMBER), A_PAGE)
    given = {posted.match.code: posted} if posted else {}
    rows = [given.get(match.code) or _blank_row(req, match) for match in page.items]
    leads_on = any(match.stage is None for match in matches)
    context = {**_row_context(req), "rows": rows, "page": page, "is_of_bracket": leads_on}
    return render(req.http, PAGE, context, status=status)


def _row_context(req: TournamentRequest) -> dict[str, object]:
    """Return the context that the page and a single row need."""
    return {**req.context("now"), "page_query": _page_query(req)}


def _page_query(req: TournamentRequest) -> str:
    """Return the query string of the requested page number, with `?`; "" without one."""
    number = number_in(req.http.GET.get(PAGE_NUMBER), 5)
    return f"?{urlencode({PAGE_NUMBER: number})}" if number else ""


def _blank_row(req: TournamentRequest, match: MatchView) -> SheetRow:
    """Return the row of a match with an empty form."""
    tournament, now = req.tournament, timezone.now()
    today = timezone.localtime(now, ZoneInfo(tournament.zone))
    form = form_for(RowForm, tournament, match, may_rule=req.may("coordinate"), today=today)
    return SheetRow(as_started(match, now), form)


def open_matches(tournament: Tournament) -> list[MatchView]:
    """Return the matches that can get a sheet from paper now, by round and table; without table last."""
    found = Match.objects.filter(ledger=tournament.ledger_id, state__in=OPEN)
    return sorted(views(tournament, found), key=_round_and_table)


def _round_and_table(match: MatchView) -> tuple[int, bool, int, str, int]:
    """Sort key: by round, then table 2 before table 10, those without table last."""
    label = match.table_label or ""
    return match.round, not label, len(label), label, match.number


def _next_open_code(tournament: Tournament, code: str) -> str:
    """Return the code of the match after this one in `open_matches`; "" if this is the last, or not there."""
    codes: Iterator[str] = iter([match.code for match in open_matches(tournament)])
    return next(codes, "") if code in codes else ""
