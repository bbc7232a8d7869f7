"""Players report their match; the staff sees who says what, and hands out the cards of the tables."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed, shaped_all
from api.mirror import Mirror
from api.scopes import Right
from api.strict import SmallNumber, Strict, Text
from api.v1.corrections.serializers import OtherSheetSerializer
from api.v1.matches import MatchApiView, MatchDetailSerializer, MatchSerializer
from api.v1.sheets.serializers import SheetInSerializer, sheet_of
from core.errors import Forbidden
from tournaments.disputes.act_for_side import Speaker, side_for
from tournaments.disputes.dispute import flag_result
from tournaments.models import Tournament
from tournaments.policies import may
from tournaments.reports.report import report_result, take_back
from tournaments.reports.selectors import Reading, readings_of, reported, side_of
from tournaments.tables import cards
from tournaments.tables.cards import Card, cards_of


class ReadingShownSerializer(Mirror[Reading]):
    """What one side says; `by` is who said it, empty for a phone at the table without an account."""

    shows = ("seq", "side", "sheet", "by", "at")
    sheet = OtherSheetSerializer()
    by = serializers.CharField(source="name", allow_blank=True)


class ReportsShownSerializer(serializers.Serializer[dict[str, object]]):
    """What is said of a match so far. `silent`: sides that say nothing yet; `needed`: how many must say the
    same; `differ`: a dispute that the judge settles by recording the sheet; `mine`: the caller's side."""

    match = serializers.CharField()
    readings = ReadingShownSerializer(many=True)
    silent = serializers.ListField(child=serializers.IntegerField())
    needed = serializers.IntegerField()
    differ = serializers.BooleanField()
    mine = serializers.IntegerField(allow_null=True)


class ReportAnswerSerializer(serializers.Serializer[Mapping[str, object]]):
    """What came of a report. `recorded`: the sides agree, and the sheet counts; `repeated`: known already."""

    recorded = serializers.BooleanField()
    repeated = serializers.BooleanField()
    reports = ReportsShownSerializer()
    match = MatchDetailSerializer()


class FlagInSerializer(Strict):
    """What is wrong with the recorded sheet, for the staff."""

    note = Text(required=False, max_length=1000)


class FlagShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The review that it opened, or that was open: `seq` is the record's line."""

    seq = serializers.IntegerField()


class CardShownSerializer(Mirror[Card]):
    """A table's card. `token` opens the table's match at `/mesa/<token>/`; null where no card stands."""

    shows = ("table", "is_open", "token", "expires_at")


class CardsInSerializer(Strict):
    """`issue` makes missing cards; `renew` and `revoke` end those that stand, of one `table` too."""

    act = serializers.ChoiceField(choices=["issue", "renew", "revoke"])
    table = Text(required=False, max_length=20)


class TokenInSerializer(Strict):
    """The token of a card."""

    token = Text(max_length=80)


class PassShownSerializer(serializers.Serializer[dict[str, object]]):
    """What lets a phone in at a table: `pass` goes into the header `Table-Pass`."""

    tournament = serializers.CharField()
    table = serializers.CharField()
    expires_at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        """With `pass`, which is no name in Python."""
        return {"pass": serializers.CharField(), **super().get_fields()}


class TableMatchSerializer(serializers.Serializer[Mapping[str, object]]):
    """What is on at the table: the match, its reports, the side that is `mine`, those `claimed`."""

    tournament = serializers.CharField()
    table = serializers.CharField()
    match = MatchSerializer(allow_null=True)
    reports = ReportsShownSerializer(allow_null=True)
    mine = serializers.IntegerField(allow_null=True)
    claimed = serializers.ListField(child=serializers.IntegerField())


class SeatInSerializer(Strict):
    """The side that the phone sits on, at the match that it saw."""

    match = Text(max_length=12)
    side = SmallNumber()


class TableReportInSerializer(Strict):
    """A report of the match that the phone saw."""

    match = Text(max_length=12)
    sheet = SheetInSerializer()


class TableFlagInSerializer(FlagInSerializer):
    """What is wrong with the sheet of the match that the phone saw."""

    match = Text(max_length=12)


class TableReportAnswerSerializer(TableMatchSerializer):
    """The table after a report: see `ReportAnswer`."""

    recorded = serializers.BooleanField()
    repeated = serializers.BooleanField()


def said(match: str, readings: Any, mine: int | None) -> Mapping[str, Any]:
    """`ReportsShown` of what a selector found."""
    facts = {
        "match": match,
        "readings": readings.readings,
        "silent": readings.silent,
        "needed": readings.needed,
        "differ": readings.differ,
        "mine": mine,
    }
    return dict(ReportsShownSerializer(facts).data)


class ReportedApiView(TournamentApiView):
    """Every match of which somebody reported."""

    @extend_schema(operation_id="list_reports", responses=ReportsShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: matches that are being played and that a side has reported, oldest first."""
        return self.show(
            lambda tournament: [said(view.code, readings, None) for view, readings in reported(tournament)],
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

    @extend_schema(operation_id="retrieve_reports", responses=ReportsShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """For the players of the match and the staff."""
        return self.show(self._said)

    @extend_schema(
        operation_id="report_match",
        request=SheetInSerializer,
        responses=ReportAnswerSerializer,
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Say for one's own side how the match ended; another report of the side replaces its first.

        Once enough sides say the same (`report_quorum`), it is recorded as a judge's sheet is. A recorded
        sheet is 409 for whoever says something else. Walkovers, absences, disqualifications and rulings are
        the staff's.
        """
        sheet = sheet_of(parsed(SheetInSerializer, request))

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

    @extend_schema(operation_id="take_report_back", request=None, responses={200: ReportsShownSerializer})
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
        return said(match.code, readings_of(tournament, match), mine)


class MatchFlagApiView(SideApiView):
    """A side doubts the recorded sheet."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="flag_match",
        request=FlagInSerializer,
        responses={201: FlagShownSerializer},
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Say that the recorded sheet is wrong: the match is reviewed, the sheet stands until then."""
        note = parsed(FlagInSerializer, request).get("note", "")

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            match = self.match(tournament)
            opened = flag_result(match, speaker=Speaker(doing.actor), note=note, now=doing.now)
            return {"seq": opened.seq}

        return self.act(work, status=201)


class PhonesApiView(MatchApiView):
    """The phones that sit at a match."""

    rights = {"DELETE": "judge"}

    @extend_schema(operation_id="free_seats", request=None, responses={200: MatchDetailSerializer})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """For the staff: no phone sits there any more; whoever took another's seat loses it."""
        return self.act_on_match(lambda match, doing: cards.free_seats(match, by=doing.actor, now=doing.now))


class MatchCardsApiView(TournamentApiView):
    """The cards on the tables."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_cards", responses=CardShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the coordinator: every table with the token of its card."""
        return self.show(_cards, need="coordinate", is_all_recorded=False)

    @extend_schema(
        operation_id="change_cards",
        request=CardsInSerializer,
        responses=CardShownSerializer(many=True),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make the cards that are missing, renew them, or take them back."""
        given = parsed(CardsInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            if given["act"] == "issue":
                cards.issue_links(tournament, by=doing.actor, now=doing.now)
            else:
                act = {"renew": cards.renew_links, "revoke": cards.revoke_links}[given["act"]]
                act(tournament, by=doing.actor, now=doing.now, table=given.get("table", ""))
            return _cards(tournament)

        return self.act(work)


def _cards(tournament: Tournament) -> list[Plain]:
    return shaped_all(CardShownSerializer, cards_of(tournament, timezone.now()))
