"""Corrections: preview, make, list, undo; reviews; reopening."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed_body, serialize_all
from api.conditions import expected_seq
from api.field_docs import example_body
from api.pagination import PageQuery, page_of, paged
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
from api.v1.sheets.serializers import EXAMPLE_SHEET, sheet_of
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.preview import preview_correction
from tournaments.corrections.selectors import find_correction, notice, notices
from tournaments.corrections.undo import undo_correction
from tournaments.disputes import dismiss_dispute, find_dispute, open_disputes
from tournaments.models import Tournament
from tournaments.policies import may
from tournaments.sheets.versions import versions_of
from tournaments.standings.finish import reopen


class TrialApiView(MatchApiView):
    """A correction that is only tried."""

    rights = {"POST": "coordinate"}
    is_repeatable = False

    @extend_schema(
        operation_id="preview_correction",
        request=TrialInSerializer,
        responses=TrialSerializer,
        examples=example_body({"sheet": {**EXAMPLE_SHEET, "winner": 2}}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Preview a correction.

        Everything that a corrected sheet would change; nothing is stored.

        Leave `remedies` out first: `choices` then has every later match that needs one.
        """
        given = parsed_body(TrialInSerializer, request)
        match = self.match(self.tournament("coordinate"))
        preview = preview_correction(
            match,
            sheet=sheet_of(given["sheet"]),
            remedies=given.get("remedies", {}),
            seen=expected_seq(request),
            by=_actor(self.player),
            now=timezone.now(),
        )
        return Response(TrialSerializer(preview).data)


class MatchCorrectionsApiView(MatchApiView):
    """Corrections of one match."""

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

        422 `remedy_needed` names the matches without one. 409 if the match, or one that it feeds,
        changed after `If-Match`, and `finished` once the tournament is: reopen it first.
        """
        given = parsed_body(CorrectionInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            correction = correct_sheet(
                self.match(tournament),
                sheet=sheet_of(given["sheet"]),
                reason=given["reason"],
                remedies=given.get("remedies", {}),
                seen=doing.seen,
                by=doing.actor,
                now=doing.now,
            )
            return _correction_fields(tournament, correction.seq, doing.by)

        return self.act(work, status=201)


class VersionsApiView(MatchApiView):
    """Who changed this?"""

    @extend_schema(operation_id="list_versions", responses=VersionShownSerializer(many=True))
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """List every version of a sheet, the newest first, with its author, time and reason."""

        def build(tournament: Tournament) -> object:
            found = versions_of(tournament, self.match(tournament))
            context = _context(tournament, self.player)
            return VersionShownSerializer(found, many=True, context=context).data

        return self.show(build)


class CorrectionsApiView(TournamentApiView):
    """The public notices."""

    @extend_schema(
        operation_id="list_corrections",
        parameters=[PageQuery],
        responses=page_of(NoticeShownSerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List corrections. The newest first: what, when, why, what followed, and whether it was undone."""

        def build(tournament: Tournament) -> object:
            shown = NoticeShownSerializer(context=_context(tournament, self.player))
            return paged(request, notices(tournament), lambda page: [*map(shown.to_representation, page)])

        return self.show(build)


class UndoCorrectionApiView(TournamentApiView):
    """One step back."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="undo_correction",
        request=ReasonInSerializer,
        responses={201: NoticeShownSerializer},
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, seq: int) -> Response:
        """Undo a correction.

        Everything is as it was before, as new versions.

        409 `undone_already`, or `changed_since` if more has been played since.
        """
        reason = parsed_body(ReasonInSerializer, request)["reason"]

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            undone = undo_correction(
                find_correction(self.tournament("coordinate"), seq),
                reason=reason,
                seen=doing.seen,
                by=doing.actor,
                now=doing.now,
            )
            return _correction_fields(tournament, undone.seq, doing.by)

        return self.act(work, status=201)


class ReopeningApiView(TournamentApiView):
    """A finished day, opened again."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="reopen_tournament",
        request=ReasonInSerializer,
        responses=TournamentShownSerializer,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open a finished tournament for corrections; places and points come back with the next finish."""
        reason = parsed_body(ReasonInSerializer, request)["reason"]

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            opened = reopen(tournament, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)
            return dict(TournamentShownSerializer(opened).data)

        return self.act(work)


class DisputesApiView(TournamentApiView):
    """Matches under review."""

    @extend_schema(operation_id="list_disputes", responses=DisputeShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List sheets that were not recorded because another one had been, oldest first. For the staff."""
        return self.show(
            lambda tournament: serialize_all(DisputeShownSerializer, open_disputes(tournament)),
            need="judge",
        )


class DismissalApiView(TournamentApiView):
    """Dismiss a dispute: the recorded sheet stands."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="dismiss_dispute",
        request=ReasonInSerializer,
        responses=DisputeShownSerializer(many=True),
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, seq: int) -> Response:
        """Close a review with a reason; answers with those that are left. A correction closes it too."""
        reason = parsed_body(ReasonInSerializer, request)["reason"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            dispute = find_dispute(self.tournament("coordinate"), seq)
            dismiss_dispute(dispute, reason=reason, by=doing.actor, now=doing.now)
            return serialize_all(DisputeShownSerializer, open_disputes(tournament))

        return self.act(work)


def _correction_fields(tournament: Tournament, seq: int, player: Player | None) -> Shown:
    context = _context(tournament, player)
    return dict(NoticeShownSerializer(notice(tournament, seq), context=context).data)


def _context(tournament: Tournament, player: Player | None) -> Mapping[str, bool]:
    return {"shows_names": may(tournament, player, "judge")}


def _actor(player: Player | None) -> Player:
    """Return the signed-in player. Raise `NotAuthenticated` if there is none."""
    if player is None:
        raise NotAuthenticated
    return player
