"""Corrections: preview, make, list, undo; disputes (matches under review); reopening."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.conditions import expected_seq
from api.field_docs import example_body
from api.pagination import PageQuery, page_serializer, paginate
from api.serialization import JSONObject, parse_body, serialize_all
from api.v1.corrections.serializers import (
    CorrectionInSerializer,
    DisputeShownSerializer,
    NoticeShownSerializer,
    ReasonInSerializer,
    TrialInSerializer,
    TrialSerializer,
    VersionShownSerializer,
)
from api.v1.matches import MatchApiView
from api.v1.setup.serializers import TournamentShownSerializer
from api.v1.sheets.serializers import EXAMPLE_SHEET, parse_sheet
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.disputes import dismiss_dispute, find_dispute, open_disputes
from tournaments.corrections.preview import preview_correction
from tournaments.corrections.selectors import find_correction, notice, notices
from tournaments.corrections.undo import undo_correction
from tournaments.models import Tournament
from tournaments.policies import may
from tournaments.sheets.versions import versions_of
from tournaments.standings.finish import reopen


class TrialApiView(MatchApiView):
    """Route to preview a correction."""

    rights = {"POST": "coordinate"}
    is_repeatable = False

    @extend_schema(
        operation_id="preview_correction",
        request=TrialInSerializer,
        responses=TrialSerializer,
        examples=example_body({"sheet": {**EXAMPLE_SHEET, "winner": 2}}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Preview a correction: everything that a corrected sheet would change; nothing is stored.

        Leave `remedies` out first: `choices` then has every later match that needs one. Refused as the
        correction would be, except for a remedy that is missing. 412 if the match changed after `If-Match`.
        """
        given = parse_body(TrialInSerializer, request)
        match = self.match(self.tournament("coordinate"))
        preview = preview_correction(
            match,
            sheet=parse_sheet(given["sheet"]),
            remedies=given.get("remedies", {}),
            seen=expected_seq(request),
            by=_require_account(self.player),
            now=timezone.now(),
        )
        return Response(TrialSerializer(preview).data)


class MatchCorrectionsApiView(MatchApiView):
    """Route to correct the sheet of one match."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="correct_sheet",
        request=CorrectionInSerializer,
        responses={201: NoticeShownSerializer},
        examples=example_body(
            {
                "sheet": {**EXAMPLE_SHEET, "winner": 2},
                "remedies": {"m7xk2qpw": "replay"},
                "reason": "Sides swapped.",
            }
        ),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Correct a sheet in one step, with a reason, and a remedy for each later match that began.

        422 `remedy_needed` names the matches without one, `nothing_changed` for an equal sheet,
        `nothing_to_correct` for a bye, `reason_missing`; other remedies and broken rules as in the preview.
        412 if the match, or one that it feeds, changed after `If-Match`; 409 `match_…` unless the match has
        ended, and `finished` once the tournament is: reopen it first.
        """
        given = parse_body(CorrectionInSerializer, request)

        def correct_and_show_correction(tournament: Tournament, write: WriteRequest) -> JSONBody:
            correction = correct_sheet(
                self.match(tournament),
                sheet=parse_sheet(given["sheet"]),
                reason=given["reason"],
                remedies=given.get("remedies", {}),
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )
            return _correction_fields(tournament, correction.seq, write.by)

        return self.act_on_tournament(correct_and_show_correction, status=201)


class VersionsApiView(MatchApiView):
    """Route to list the versions of one match's sheet."""

    @extend_schema(operation_id="list_versions", responses=VersionShownSerializer(many=True))
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """List every version of a sheet, the newest first, with its author's role, time and reason.

        The author's name is for the staff only.
        """

        def list_sheet_versions(tournament: Tournament) -> JSONBody:
            found = versions_of(tournament, self.match(tournament))
            context = _staff_names_context(tournament, self.player)
            return VersionShownSerializer(found, many=True, context=context).data

        return self.show(list_sheet_versions)


class CorrectionsApiView(TournamentApiView):
    """Route to list the corrections of a tournament."""

    @extend_schema(
        operation_id="list_corrections",
        parameters=[PageQuery],
        responses=page_serializer(NoticeShownSerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List corrections, the newest first: what, when, why, what followed, and whether it was undone."""

        def list_corrections_page(tournament: Tournament) -> JSONBody:
            shown = NoticeShownSerializer(context=_staff_names_context(tournament, self.player))
            return paginate(request, notices(tournament), lambda page: [*map(shown.to_representation, page)])

        return self.show(list_corrections_page)


class UndoCorrectionApiView(TournamentApiView):
    """Route to undo a correction."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="undo_correction",
        request=ReasonInSerializer,
        responses={201: NoticeShownSerializer},
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, seq: int) -> Response:
        """Undo a correction: everything is as it was before, as new versions.

        409 `undone_already`, `finished`, or `changed_since` if a later act changed the same matches. 422
        `winner_disqualified` if it restored the win of a disqualified entry, `reason_missing`.
        """
        reason = parse_body(ReasonInSerializer, request)["reason"]

        def undo_and_show_correction(tournament: Tournament, write: WriteRequest) -> JSONBody:
            undone = undo_correction(
                find_correction(self.tournament("coordinate"), seq),
                reason=reason,
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )
            return _correction_fields(tournament, undone.seq, write.by)

        return self.act_on_tournament(undo_and_show_correction, status=201)


class ReopeningApiView(TournamentApiView):
    """Route to reopen a finished tournament."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="reopen_tournament",
        request=ReasonInSerializer,
        responses=TournamentShownSerializer,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Reopen a finished tournament for corrections; its places and points go until the next finish.

        409 `not_finished`, 422 `reason_missing`.
        """
        reason = parse_body(ReasonInSerializer, request)["reason"]

        def reopen_and_show_tournament(tournament: Tournament, write: WriteRequest) -> JSONBody:
            opened = reopen(tournament, reason=reason, seen=write.seen, by=write.actor, now=write.now)
            return dict(TournamentShownSerializer(opened).data)

        return self.act_on_tournament(reopen_and_show_tournament)


class DisputesApiView(TournamentApiView):
    """Route to list open disputes."""

    @extend_schema(operation_id="list_disputes", responses=DisputeShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List open disputes, the oldest first. For the staff.

        Each is a sheet that was not recorded because another one had been, or a side's word that it
        is wrong.
        """
        return self.show(
            lambda tournament: serialize_all(DisputeShownSerializer, open_disputes(tournament)),
            need="judge",
        )


class DismissalApiView(TournamentApiView):
    """Route to dismiss a dispute: the recorded sheet stands."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="dismiss_dispute",
        request=ReasonInSerializer,
        responses=DisputeShownSerializer(many=True),
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, seq: int) -> Response:
        """Dismiss a dispute with a reason; answers with those that are left.

        The recorded sheet stands. A correction of it closes its disputes too. 409 `dispute_resolved`,
        `finished`; 422 `reason_missing`.
        """
        reason = parse_body(ReasonInSerializer, request)["reason"]

        def dismiss_and_list_disputes(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            dispute = find_dispute(self.tournament("coordinate"), seq)
            dismiss_dispute(dispute, reason=reason, by=write.actor, now=write.now)
            return serialize_all(DisputeShownSerializer, open_disputes(tournament))

        return self.act_on_tournament(dismiss_and_list_disputes)


def _correction_fields(tournament: Tournament, seq: int, player: Player | None) -> JSONBody:
    """Return the correction at this line of the record as JSON, with names if the player is of the staff."""
    context = _staff_names_context(tournament, player)
    return dict(NoticeShownSerializer(notice(tournament, seq), context=context).data)


def _staff_names_context(tournament: Tournament, player: Player | None) -> Mapping[str, bool]:
    """Return the serializers' context: whether the player may see who of the staff did something."""
    return {"shows_names": may(tournament, player, "judge")}


def _require_account(player: Player | None) -> Player:
    """Return the player of the call. Raise `NotAuthenticated` (401) if it is anonymous."""
    if player is None:
        raise NotAuthenticated
    return player
