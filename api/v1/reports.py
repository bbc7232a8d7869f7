"""Reports of players, and the cards of tables, which the staff issues."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed_body, serialize_all
from api.field_docs import MOMENT, SLUG, doc, example_body
from api.mirror import Mirror, MirrorField
from api.scopes import Right
from api.strict import SmallNumber, StrictFields, Text
from api.v1.corrections.serializers import OtherSheetSerializer
from api.v1.matches import MatchApiView, MatchDetailSerializer, MatchSerializer
from api.v1.sheets.serializers import EXAMPLE_SHEET, SheetInSerializer, sheet_of
from core.errors import Forbidden
from tournaments.disputes import Speaker, flag_result, side_for
from tournaments.models import Tournament
from tournaments.policies import may
from tournaments.reports.report import report_result, take_back
from tournaments.reports.selectors import Reading, readings_of, reported_matches, side_of
from tournaments.tables import cards
from tournaments.tables.cards import Card, cards_of


class ReadingShownSerializer(Mirror[Reading]):
    """What one side reports; `by` is the reporter, empty for a phone at the table without an account."""

    seq = MirrorField("The number of the record's line that says so, from 0.", 74)
    side = MirrorField("The number of a side at this match, from 1 in seating order.", 1)
    sheet = OtherSheetSerializer(**doc("What it says."))
    by = serializers.CharField(
        source="name",
        allow_blank=True,
        **doc("Who did it; empty for a phone at the table without an account.", "Ana Mariapaulista"),
    )
    at = MirrorField("When that was.", MOMENT)


class ReportsShownSerializer(serializers.Serializer[dict[str, object]]):
    """What is said of a match so far. `silent`: sides that say nothing yet; `needed`: how many must say the
    same; `differ`: a dispute that the judge settles by recording the sheet; `mine`: the caller's side."""

    match = serializers.CharField(**doc("The code of the match.", "m7xk2qpw"))
    readings = ReadingShownSerializer(many=True, **doc("What each side says."))
    silent = serializers.ListField(
        child=serializers.IntegerField(), **doc("Numbers of the sides that say nothing yet.", [2])
    )
    needed = serializers.IntegerField(**doc("How many sides must say the same.", 2))
    differ = serializers.BooleanField(
        **doc("Whether they contradict each other, so that the judge has to record the sheet.", False)
    )
    mine = serializers.IntegerField(
        allow_null=True, **doc("The number of the caller's side; null if they play for none.", 1)
    )


class ReportAnswerSerializer(serializers.Serializer[Mapping[str, object]]):
    """What came of a report. `recorded`: the sides agree, and the sheet counts; `repeated`: known already."""

    recorded = serializers.BooleanField(**doc("Whether the sides agree, so that the sheet counts.", False))
    repeated = serializers.BooleanField(**doc("Whether the same was known already.", False))
    reports = ReportsShownSerializer(**doc("What is said of the match so far."))
    match = MatchDetailSerializer(**doc("The match after it."))


class FlagInSerializer(StrictFields):
    """What is wrong with the recorded sheet, for the staff."""

    note = Text(
        required=False,
        max_length=1000,
        **doc("What is wrong, in words; empty if it was not said.", "It was the other side."),
    )


class FlagShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The review that it opened, or that was open: `seq` is the record's line."""

    seq = serializers.IntegerField(**doc("The number of the record's line that says so, from 0.", 74))


class CardShownSerializer(Mirror[Card]):
    """A table's card. `token` opens the table's match at `/mesa/<token>/`; null without a valid card."""

    table = MirrorField("The label of a physical table.", "1")
    is_open = MirrorField("Whether matches are called to it.", True)
    token = MirrorField(
        "Opens the table's match at `/mesa/<token>/`; null without a valid card.", "9xk2m4pq7rst"
    )
    expires_at = MirrorField("When the card expires; null without a valid card.", MOMENT)


class CardsInSerializer(StrictFields):
    """`issue` creates missing cards; `renew` and `revoke` end valid ones, also of a single `table`."""

    act = serializers.ChoiceField(
        choices=["issue", "renew", "revoke"], **doc("What to do with the cards.", "issue")
    )
    table = Text(required=False, max_length=20, **doc("The label of one table; all tables if omitted.", "1"))


class TokenInSerializer(StrictFields):
    """The token of a card."""

    token = Text(max_length=80, **doc("The last part of the address on the card.", "9xk2m4pq7rst"))


class PassShownSerializer(serializers.Serializer[dict[str, object]]):
    """What lets a phone in at a table: `pass` goes into the header `Table-Pass`."""

    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    table = serializers.CharField(**doc("The label of a physical table.", "1"))
    expires_at = serializers.DateTimeField(**doc("When it ends.", MOMENT))

    def get_fields(self) -> dict[str, Any]:
        """Add `pass`, which is no valid name in Python."""
        shown = serializers.CharField(**doc("Goes into the header `Table-Pass`.", "9xk2m4pq7rst.k2m…"))
        return {"pass": shown, **super().get_fields()}


class TableMatchSerializer(serializers.Serializer[Mapping[str, object]]):
    """What is on at the table: the match, its reports, the side that is `mine`, those `claimed`."""

    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    table = serializers.CharField(**doc("The label of a physical table.", "1"))
    match = MatchSerializer(allow_null=True, **doc("The match at the table; null before any."))
    reports = ReportsShownSerializer(
        allow_null=True, **doc("What is said of the match so far; null without a match.")
    )
    mine = serializers.IntegerField(
        allow_null=True, **doc("The number of the caller's side; null if they play for none.", 1)
    )
    claimed = serializers.ListField(
        child=serializers.IntegerField(), **doc("Numbers of the sides that phones speak for.", [1])
    )


class SeatInSerializer(StrictFields):
    """The side that the phone sits on, at the match that it saw."""

    match = Text(max_length=12, **doc("The code of the match that the phone saw.", "m7xk2qpw"))
    side = SmallNumber(**doc("The number of a side at this match, from 1 in seating order.", 1))


class TableReportInSerializer(StrictFields):
    """A report of the match that the phone saw."""

    match = Text(max_length=12, **doc("The code of the match.", "m7xk2qpw"))
    sheet = SheetInSerializer(**doc("How the match ended."))


class TableFlagInSerializer(FlagInSerializer):
    """What is wrong with the sheet of the match that the phone saw."""

    match = Text(max_length=12, **doc("The code of the match.", "m7xk2qpw"))


class TableReportAnswerSerializer(TableMatchSerializer):
    """The table after a report: see `ReportAnswer`."""

    recorded = serializers.BooleanField(**doc("Whether the sides agree, so that the sheet counts.", False))
    repeated = serializers.BooleanField(**doc("Whether the same was known already.", False))


def report_fields(match: str, readings: Any, mine: int | None) -> Mapping[str, Any]:
    """Return `ReportsShown` of what a selector found."""
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
    """Every match with a report."""

    @extend_schema(operation_id="list_reports", responses=ReportsShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List matches that are being played and that a side has reported, oldest first. For the staff."""
        return self.show(
            lambda tournament: [
                report_fields(view.code, readings, None) for view, readings in reported_matches(tournament)
            ],
            need="judge",
        )


class SideApiView(MatchApiView):
    """Base of what a side of one match says for itself."""

    def require_right(self, right: Right) -> None:
        """Require a player of the side; staff cannot speak for it."""
        super().require_right(right)
        side_for(self.match(self.tournament()), Speaker(self.player), timezone.now())


class MatchReportsApiView(SideApiView):
    """What the sides of one match report."""

    rights = {"POST": "own", "DELETE": "own"}

    @extend_schema(operation_id="retrieve_reports", responses=ReportsShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read the reports of a match. For its players and the staff."""
        return self.show(self._report_fields)

    @extend_schema(
        operation_id="report_match",
        request=SheetInSerializer,
        responses=ReportAnswerSerializer,
        examples=example_body(EXAMPLE_SHEET),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Report how one's own match ended; another report of the side replaces its first.

        Once enough sides say the same (`report_quorum`), it is recorded as a judge's sheet is. A recorded
        sheet is 409 for a side that says something else. Walkovers, absences, disqualifications and rulings
        are the staff's.
        """
        sheet = sheet_of(parsed_body(SheetInSerializer, request))

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            speaker = Speaker(doing.actor)
            done = report_result(
                self.match(tournament), sheet=sheet, speaker=speaker, submission_key=doing.key,
                seen=doing.seen, now=doing.now,
            )  # fmt: skip
            return {
                "recorded": done.recorded is not None,
                "repeated": done.repeated,
                "reports": self._report_fields(tournament),
                "match": self.detail(tournament),
            }

        return self.act(work)

    @extend_schema(operation_id="take_report_back", request=None, responses={200: ReportsShownSerializer})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Take one's own side's report back, as long as it does not count."""

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            take_back(self.match(tournament), speaker=Speaker(doing.actor), now=doing.now)
            return self._report_fields(tournament)

        return self.act(work)

    def _report_fields(self, tournament: Tournament) -> Mapping[str, object]:
        match = self.match(tournament)
        mine = side_of(match, self.player)
        if mine is None and not may(tournament, self.player, "judge"):
            raise Forbidden("not_at_this_match" if self.player else "forbidden")
        return report_fields(match.code, readings_of(tournament, match), mine)


class MatchFlagApiView(SideApiView):
    """A side doubts the recorded sheet."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="flag_match",
        request=FlagInSerializer,
        responses={201: FlagShownSerializer},
        examples=example_body({"note": "It was the other side."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Dispute the recorded sheet: the match is reviewed, and the sheet counts until then."""
        note = parsed_body(FlagInSerializer, request).get("note", "")

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
        """Free all seats of a match from phones; one that took another's seat loses it. For the staff."""
        return self.act_on_match(lambda match, doing: cards.free_seats(match, by=doing.actor, now=doing.now))


class MatchCardsApiView(TournamentApiView):
    """The cards on the tables."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_cards", responses=CardShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the cards of all tables with their tokens. For the coordinator."""
        return self.show(_cards, need="coordinate", is_all_recorded=False)

    @extend_schema(
        operation_id="change_cards",
        request=CardsInSerializer,
        responses=CardShownSerializer(many=True),
        examples=example_body({"act": "renew", "table": "1"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make missing cards, renew cards, or take them back."""
        given = parsed_body(CardsInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            if given["act"] == "issue":
                cards.issue_links(tournament, by=doing.actor, now=doing.now)
            else:
                act = {"renew": cards.renew_links, "revoke": cards.revoke_links}[given["act"]]
                act(tournament, by=doing.actor, now=doing.now, table=given.get("table", ""))
            return _cards(tournament)

        return self.act(work)


def _cards(tournament: Tournament) -> list[Plain]:
    return serialize_all(CardShownSerializer, cards_of(tournament, timezone.now()))
