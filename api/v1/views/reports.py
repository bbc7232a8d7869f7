"""Players report their match; the staff sees who says what, and hands out the cards of the tables."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed, shaped_all
from api.scopes import Right
from api.v1.serializers import matches as match_shapes
from api.v1.serializers import reports as shapes
from api.v1.views.matches import MatchApiView
from core.errors import Forbidden
from tournaments.disputes.act_for_side import Speaker, side_for
from tournaments.disputes.dispute import flag_result
from tournaments.models import Tournament
from tournaments.policies import may
from tournaments.reports.report import report_result, take_back
from tournaments.reports.selectors import readings_of, reported, side_of
from tournaments.tables import cards
from tournaments.tables.cards import cards_of


class ReportedApiView(TournamentApiView):
    """Every match of which somebody reported."""

    @extend_schema(operation_id="list_reports", responses=shapes.ReportsShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: matches that are being played and that a side has reported, oldest first."""
        return self.show(
            lambda tournament: [shapes.said(view.code, said, None) for view, said in reported(tournament)],
            need="judge",
        )


class SideApiView(MatchApiView):
    """Base of what a side of one match says for itself."""

    def require_right(self, right: Right) -> None:
        """Only who plays there speaks for a side, whatever else they are."""
        super().require_right(right)
        side_for(self.match(self.tournament()), Speaker(self.player), timezone.now())


class MatchReportsApiView(SideApiView):
    """What the sides of one match report."""

    rights = {"POST": "own", "DELETE": "own"}

    @extend_schema(operation_id="retrieve_reports", responses=shapes.ReportsShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """For the players of the match and the staff."""
        return self.show(self._said)

    @extend_schema(
        operation_id="report_match",
        request=match_shapes.SheetInSerializer,
        responses=shapes.ReportAnswerSerializer,
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Say for one's own side how the match ended; another report of the side replaces its first.

        Once enough sides say the same (`report_quorum`), it is recorded as a judge's sheet is. A recorded
        sheet is 409 for whoever says something else. Walkovers, absences, disqualifications and rulings are
        the staff's.
        """
        sheet = match_shapes.sheet_of(parsed(match_shapes.SheetInSerializer, request))

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            speaker = Speaker(doing.actor)
            done = report_result(
                self.match(tournament), sheet=sheet, speaker=speaker, submission_key=doing.key,
                seen=doing.seen, now=doing.now,
            )  # fmt: skip
            return {
                "recorded": done.recorded is not None,
                "repeated": done.repeated,
                "reports": self._said(tournament),
                "match": self.detail(tournament),
            }

        return self.act(work)

    @extend_schema(
        operation_id="take_report_back", request=None, responses={200: shapes.ReportsShownSerializer}
    )
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Take one's own side's report back, as long as it does not count."""

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            take_back(self.match(tournament), speaker=Speaker(doing.actor), now=doing.now)
            return self._said(tournament)

        return self.act(work)

    def _said(self, tournament: Tournament) -> Mapping[str, object]:
        match = self.match(tournament)
        mine = side_of(match, self.player)
        if mine is None and not may(tournament, self.player, "judge"):
            raise Forbidden("not_at_this_match" if self.player else "forbidden")
        return shapes.said(match.code, readings_of(tournament, match), mine)


class MatchFlagApiView(SideApiView):
    """A side doubts the recorded sheet."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="flag_match",
        request=shapes.FlagInSerializer,
        responses={201: shapes.FlagShownSerializer},
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Say that the recorded sheet is wrong: the match is reviewed, the sheet stands until then."""
        note = parsed(shapes.FlagInSerializer, request).get("note", "")

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            match = self.match(tournament)
            opened = flag_result(match, speaker=Speaker(doing.actor), note=note, now=doing.now)
            return {"seq": opened.seq}

        return self.act(work, status=201)


class PhonesApiView(MatchApiView):
    """The phones that sit at a match."""

    rights = {"DELETE": "judge"}

    @extend_schema(
        operation_id="free_seats", request=None, responses={200: match_shapes.MatchDetailSerializer}
    )
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """For the staff: no phone sits there any more; whoever took another's seat loses it."""
        return self.act_on_match(lambda match, doing: cards.free_seats(match, by=doing.actor, now=doing.now))


class MatchCardsApiView(TournamentApiView):
    """The cards on the tables."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_cards", responses=shapes.CardShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the coordinator: every table with the token of its card."""
        return self.show(_cards, need="coordinate", is_all_recorded=False)

    @extend_schema(
        operation_id="change_cards",
        request=shapes.CardsInSerializer,
        responses=shapes.CardShownSerializer(many=True),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make the cards that are missing, renew them, or take them back."""
        given = parsed(shapes.CardsInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            if given["act"] == "issue":
                cards.issue_links(tournament, by=doing.actor, now=doing.now)
            else:
                act = {"renew": cards.renew_links, "revoke": cards.revoke_links}[given["act"]]
                act(tournament, by=doing.actor, now=doing.now, table=given.get("table", ""))
            return _cards(tournament)

        return self.act(work)


def _cards(tournament: Tournament) -> list[Plain]:
    return shaped_all(shapes.CardShownSerializer, cards_of(tournament, timezone.now()))
