"""The sheet of a match: check, record, read."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import WriteRequest, WriteResult
from api.conditions import idempotency_key_in
from api.field_docs import example_body
from api.serialization import JSONObject, parse_body, serialize
from api.v1.matches import MatchApiView, MatchSerializer, RecordedSerializer
from api.v1.sheets.serializers import (
    EXAMPLE_SHEET,
    RecordInSerializer,
    SheetInSerializer,
    SheetShownSerializer,
    VerdictSerializer,
    parse_sheet,
)
from core.errors import Forbidden, Stale
from matches.lineups import Lineup
from matches.models import Match
from matches.sheet_values import PaperTimes
from matches.sheets import current_sheet, sheet_facts
from rulesets.kernel.sheet import Sheet
from tournaments.corrections.disputes import note_dispute
from tournaments.finding import find_match_at
from tournaments.match_views.match import view_of
from tournaments.play.play import RecordingResult, record_sheet
from tournaments.play.record_from_paper import record_from_paper
from tournaments.sheets.judge import judge_sheet

ANOTHER_SHEET = "already_recorded"


class CheckApiView(MatchApiView):
    """Route to check a sheet against the rules."""

    rights = {"POST": "judge"}
    is_repeatable = False

    @extend_schema(
        operation_id="check_sheet",
        request=SheetInSerializer,
        responses=VerdictSerializer,
        examples=example_body(EXAMPLE_SHEET),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Check a sheet against the rules without storing it: whether it stands, and who wins."""
        sheet = parse_sheet(parse_body(SheetInSerializer, request))
        tournament = self.tournament("judge")
        verdict = judge_sheet(tournament, Lineup(self.match(tournament)), sheet)
        return Response(VerdictSerializer(verdict).data)


class SheetApiView(MatchApiView):
    """Routes to read the sheet of a match and to record one."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="retrieve_sheet", responses=SheetShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read the sheet that counts; 404 if none is recorded."""
        return self.show(lambda tournament: _current_sheet_fields(self.match(tournament)))

    @extend_schema(
        operation_id="record_sheet",
        request=RecordInSerializer,
        responses=RecordedSerializer,
        examples=example_body(EXAMPLE_SHEET),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Record how the match ended, and seat the winner in the next match.

        The same content by another caller is no error (`already_by`); another content is 409 with the sheet
        that counts, and the match is reviewed. A played game replaces an earlier walkover if no later match
        was played. Broken rules are 422, a tie for first place 422 `open_tie`; 422 `own_match` and
        `judge_conflict` until `own_match` is sent; `paper_…` for wrong times of `paper`. 409 `match_waiting`,
        `finished`.
        """
        given = parse_body(RecordInSerializer, request)
        sheet = parse_sheet(given)
        try:
            return self.run_write(lambda write: self._record_and_show(write, sheet, given))
        except Stale as stale:
            if stale.code == ANOTHER_SHEET:
                self._note_dispute(sheet)
            raise

    def _note_dispute(self, sheet: Sheet) -> None:
        """Put the match under review with this sheet, which was refused since another one is recorded.

        It is an act of its own, because the refusal rolled everything else back.
        """
        match, player = self.match(self.tournament()), self.player
        if player is not None:
            key = idempotency_key_in(self.request)
            note_dispute(match, sheet=sheet, by=player, now=timezone.now(), submission_key=key)

    def _record_and_show(self, write: WriteRequest, sheet: Sheet, given: Mapping[str, Any]) -> WriteResult:
        """Record the sheet, from the table or from paper, and return what the response shows."""
        tournament, match = find_match_at(str(self.kwargs["slug"]), str(self.kwargs["code"]), self.player)
        recorded = _recording_service(given.get("paper"))(
            match,
            sheet=sheet,
            submission_key=write.key,
            seen=write.seen,
            own_match=bool(given.get("own_match")),
            by=write.actor,
            now=write.now,
        )
        shown = {
            "sheet": serialize(SheetShownSerializer, sheet_facts(recorded.sheet, recorded.lineup.lines)),
            "verdict": serialize(VerdictSerializer, recorded.verdict),
            "repeated": recorded.repeated,
            "already_by": recorded.already_by,
            "match": serialize(MatchSerializer, view_of(tournament, recorded.lineup)),
        }
        return WriteResult(shown, recorded.seq)


def _recording_service(slip: Mapping[str, Any] | None) -> Callable[..., RecordingResult]:
    """Return `record_sheet`, or `record_from_paper` with the validated times of a paper slip.

    `slip` is None for a sheet from the table.
    """
    if not slip:
        return record_sheet
    return partial(record_from_paper, played=PaperTimes(slip.get("began"), slip["ended"]))


def _current_sheet_fields(match: Match) -> JSONObject:
    """Return the current sheet as JSON. Raise `Forbidden` `not_found` if none is recorded."""
    row = current_sheet(match)
    if row is None:
        raise Forbidden("not_found")
    return serialize(SheetShownSerializer, sheet_facts(row))
