"""The sheet of a match: check, record, read."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import WriteRequest, WriteResult, parsed_body, serialize
from api.conditions import key_in
from api.field_docs import example_body
from api.v1.matches import MatchApiView, MatchSerializer, RecordedSerializer
from api.v1.sheets.serializers import (
    EXAMPLE_SHEET,
    RecordInSerializer,
    SheetInSerializer,
    SheetShownSerializer,
    VerdictSerializer,
    sheet_of,
)
from core.errors import Forbidden, Stale
from matches.lineups import Lineup
from matches.models import Match
from matches.sheet_values import PaperTimes
from matches.sheets import current_sheet, sheet_facts
from rulesets.kernel.sheet import Sheet
from tournaments.disputes import note_dispute
from tournaments.finding import find_match_at
from tournaments.match_views.match import view_of
from tournaments.play.play import RecordingResult, record_sheet
from tournaments.play.record_from_paper import record_from_paper
from tournaments.sheets.judge import judge_sheet

ANOTHER_SHEET = "already_recorded"


class CheckApiView(MatchApiView):
    """What the rules would say."""

    rights = {"POST": "judge"}
    is_repeatable = False

    @extend_schema(
        operation_id="check_sheet",
        request=SheetInSerializer,
        responses=VerdictSerializer,
        examples=example_body(EXAMPLE_SHEET),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Judge a sheet without storing it."""
        sheet = sheet_of(parsed_body(SheetInSerializer, request))
        tournament = self.tournament("judge")
        verdict = judge_sheet(tournament, Lineup(self.match(tournament)), sheet)
        return Response(VerdictSerializer(verdict).data)


class SheetApiView(MatchApiView):
    """The sheet of a match."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="retrieve_sheet", responses=SheetShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read the sheet that counts; 404 if none is recorded."""
        return self.show(lambda tournament: _current(self.match(tournament)))

    @extend_schema(
        operation_id="record_sheet",
        request=RecordInSerializer,
        responses=RecordedSerializer,
        examples=example_body(EXAMPLE_SHEET),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Record how the match ended, and seat the winner in the next match.

        The same content by another caller is no error (`already_by`); another content is 409 with the
        sheet that counts, and the match is reviewed; a broken rule is 422; a tie for first place
        is 422 `open_tie`.
        """
        given = parsed_body(RecordInSerializer, request)
        sheet = sheet_of(given)
        try:
            return self.do(lambda doing: self._record(doing, sheet, given))
        except Stale as stale:
            if stale.code == ANOTHER_SHEET:
                self._dispute(sheet)
            raise

    def _dispute(self, sheet: Sheet) -> None:
        """Note the dispute in an act of its own: the refusal rolled everything else back."""
        match, player = self.match(self.tournament()), self.player
        if player is not None:
            key = key_in(self.request)
            note_dispute(match, sheet=sheet, by=player, now=timezone.now(), submission_key=key)

    def _record(self, doing: WriteRequest, sheet: Sheet, given: Mapping[str, Any]) -> WriteResult:
        tournament, match = find_match_at(str(self.kwargs["slug"]), str(self.kwargs["code"]), self.player)
        recorded = _recorder(given.get("paper"))(
            match,
            sheet=sheet,
            submission_key=doing.key,
            seen=doing.seen,
            own_match=bool(given.get("own_match")),
            by=doing.actor,
            now=doing.now,
        )
        shown = {
            "sheet": serialize(SheetShownSerializer, sheet_facts(recorded.sheet, recorded.lineup.lines)),
            "verdict": serialize(VerdictSerializer, recorded.verdict),
            "repeated": recorded.repeated,
            "already_by": recorded.already_by,
            "match": serialize(MatchSerializer, view_of(tournament, recorded.lineup)),
        }
        return WriteResult(shown, recorded.seq)


def _recorder(slip: Mapping[str, Any] | None) -> Callable[..., RecordingResult]:
    """Return the service that records the sheet: from the table, or from paper."""
    if not slip:
        return record_sheet
    return partial(record_from_paper, played=PaperTimes(slip.get("began"), slip["ended"]))


def _current(match: Match) -> object:
    """Return the current sheet. Raise `Forbidden` `not_found` without one."""
    row = current_sheet(match)
    if row is None:
        raise Forbidden("not_found")
    return SheetShownSerializer(sheet_facts(row)).data
