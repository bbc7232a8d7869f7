"""Reports of players on how a match ended, and the cards of tables, which the staff issues."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, SLUG, doc, example_body
from api.mirror import Mirror, MirrorField
from api.scopes import Right
from api.serialization import JSONObject, parse_body, serialize_all
from api.strict import SmallNumber, StrictFields, Text
from api.v1.corrections.serializers import OtherSheetSerializer
from api.v1.matches import MatchApiView, MatchDetailSerializer, MatchSerializer
from api.v1.sheets.serializers import EXAMPLE_SHEET, SheetInSerializer, parse_sheet
from core.errors import Forbidden
from tournaments.corrections.disputes import Speaker, flag_result, side_for
from tournaments.models import Tournament
from tournaments.policies import may
from tournaments.reports.report import report_result, take_back
from tournaments.reports.selectors import (
    MatchReports,
    SideReport,
    reported_matches,
    reports_of_match,
    side_of,
)
from tournaments.tables import cards
from tournaments.tables.cards import Card, cards_of


class ReadingShownSerializer(Mirror[SideReport]):
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
    """What the sides report of a match so far.

    `silent`: sides that report nothing yet; `needed`: how many must say the same; `differ`: a dispute
    that the judge settles by recording the sheet; `mine`: the caller's side.
    """

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
    """The dispute that was opened, or was open: `seq` is its line in the record."""

    seq = serializers.IntegerField(**doc("The number of the record's line that says so, from 0.", 74))


class CardShownSerializer(Mirror[Card]):
    """A table's card, for players without an account.

    `token` opens the table's match at `/mesa/<token>/`; null without a valid card.
    """

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
    """The token of a table's card."""

    token = Text(max_length=80, **doc("The last part of the address on the card.", "9xk2m4pq7rst"))


class PassShownSerializer(serializers.Serializer[dict[str, object]]):
    """The pass of a phone at a table: `pass` goes into the header `Table-Pass`."""

    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    table = serializers.CharField(**doc("The label of a physical table.", "1"))
    expires_at = serializers.DateTimeField(**doc("When it ends.", MOMENT))

    def get_fields(self) -> dict[str, Any]:
        """Return the fields with `pass`, which is no valid name in Python."""
        shown = serializers.CharField(**doc("Goes into the header `Table-Pass`.", "9xk2m4pq7rst.k2m…"))
        return {"pass": shown, **super().get_fields()}


class TableMatchSerializer(serializers.Serializer[Mapping[str, object]]):
    """The match at the table, and its reports.

    `mine`: the side that the caller speaks for; `claimed`: all sides that phones speak for.
    """

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
    """The side that the phone speaks for, at the match that it saw."""

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
    """The table after a report. `recorded`: the sheet counts; `repeated`: the same was known already."""

    recorded = serializers.BooleanField(**doc("Whether the sides agree, so that the sheet counts.", False))
    repeated = serializers.BooleanField(**doc("Whether the same was known already.", False))


def report_fields(match_code: str, found: MatchReports, own_side: int | None) -> Mapping[str, Any]:
    """Return the reports of a match as JSON; `own_side` is the number of the caller's side, or None."""
    facts = {
        "match": match_code,
        "readings": found.readings,
        "silent": found.silent,
        "needed": found.needed,
        "differ": found.differ,
        "mine": own_side,
    }
    return dict(ReportsShownSerializer(facts).data)


class ReportedApiView(TournamentApiView):
    """Route to list matches with reports."""

    @extend_schema(operation_id="list_reports", responses=ReportsShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List matches in play that a side has reported, the oldest report first. For the staff."""
        return self.show(
            lambda tournament: [
                report_fields(view.code, readings, None) for view, readings in reported_matches(tournament)
            ],
            need="judge",
        )


class SideApiView(MatchApiView):
    """Base of the routes by which a side of one match speaks for itself."""

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller plays in the match; staff cannot speak for a side."""
        super().require_right(right)
        side_for(self.match(self.tournament()), Speaker(self.player), timezone.now())


class MatchReportsApiView(SideApiView):
    """Routes to read the reports of one match, to report, and to take the report back."""

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
        sheet is 409 `already_recorded` for a side that says something else. Walkovers, absences,
        disqualifications and rulings are the staff's: 422 `staffs_ending`, `staffs_departure`; other broken
        rules, `reported_too_often`. 403 `players_do_not_report`, `not_at_this_match`; 409 `match_…` (its
        state) before it is played, `finished`.
        """
        sheet = parse_sheet(parse_body(SheetInSerializer, request))

        def report_and_show_match(tournament: Tournament, write: WriteRequest) -> JSONBody:
            speaker = Speaker(write.actor)
            done = report_result(
                self.match(tournament), sheet=sheet, speaker=speaker, submission_key=write.key,
                seen=write.seen, now=write.now,
            )  # fmt: skip
            return {
                "recorded": done.recorded is not None,
                "repeated": done.repeated,
                "reports": self._report_fields(tournament),
                "match": self.match_fields(tournament),
            }

        return self.act_on_tournament(report_and_show_match)

    @extend_schema(operation_id="take_report_back", request=None, responses={200: ReportsShownSerializer})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Take one's own side's report back, as long as no sheet is recorded: 409 `match_ended`, `finished`.

        Repeating it changes nothing. 403 `not_at_this_match`.
        """

        def take_back_and_list_reports(tournament: Tournament, write: WriteRequest) -> JSONBody:
            take_back(self.match(tournament), speaker=Speaker(write.actor), now=write.now)
            return self._report_fields(tournament)

        return self.act_on_tournament(take_back_and_list_reports)

    def _report_fields(self, tournament: Tournament) -> Mapping[str, object]:
        """Return the reports of the match as JSON.

        Raise `Forbidden` for callers who are neither staff nor in this match: `not_at_this_match`,
        `forbidden`.
        """
        match = self.match(tournament)
        mine = side_of(match, self.player)
        if mine is None and not may(tournament, self.player, "judge"):
            raise Forbidden("not_at_this_match" if self.player else "forbidden")
        return report_fields(match.code, reports_of_match(tournament, match), mine)


class MatchFlagApiView(SideApiView):
    """Route by which a side says that the recorded sheet is wrong."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="flag_match",
        request=FlagInSerializer,
        responses={201: FlagShownSerializer},
        examples=example_body({"note": "It was the other side."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Dispute the recorded sheet: the match is reviewed, and the sheet counts until then.

        Repeating it changes nothing. 409 `nothing_recorded`, `finished`; 422 `reviewed_already` if the staff
        answered before, `text_too_long`; 403 `not_at_this_match`.
        """
        note = parse_body(FlagInSerializer, request).get("note", "")

        def open_dispute(tournament: Tournament, write: WriteRequest) -> JSONBody:
            match = self.match(tournament)
            opened = flag_result(match, speaker=Speaker(write.actor), note=note, now=write.now)
            return {"seq": opened.seq}

        return self.act_on_tournament(open_dispute, status=201)


class PhonesApiView(MatchApiView):
    """Route to take the seats of a match from phones."""

    rights = {"DELETE": "judge"}

    @extend_schema(operation_id="free_seats", request=None, responses={200: MatchDetailSerializer})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Free the seats of a match from phones: each has to choose its side again. For the staff."""
        return self.act_on_match(lambda match, write: cards.free_seats(match, by=write.actor, now=write.now))


class MatchCardsApiView(TournamentApiView):
    """Routes to list the cards of the tables and to issue, renew or revoke them."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_cards", responses=CardShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the cards of all tables with their tokens. For the coordinator."""
        return self.show(_card_rows, need="coordinate", is_all_recorded=False)

    @extend_schema(
        operation_id="change_cards",
        request=CardsInSerializer,
        responses=CardShownSerializer(many=True),
        examples=example_body({"act": "renew", "table": "1"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Issue missing cards of tables, or renew or revoke cards; answers with all cards.

        Cards that were renewed or revoked open nothing any more. 409 `finished`, but not for revoking.
        """
        given = parse_body(CardsInSerializer, request)

        def change_and_list_cards(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            if given["act"] == "issue":
                cards.issue_links(tournament, by=write.actor, now=write.now)
            else:
                act = {"renew": cards.renew_links, "revoke": cards.revoke_links}[given["act"]]
                act(tournament, by=write.actor, now=write.now, table=given.get("table", ""))
            return _card_rows(tournament)

        return self.act_on_tournament(change_and_list_cards)


def _card_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the cards of all tables as JSON, with their tokens, as of now."""
    return serialize_all(CardShownSerializer, cards_of(tournament, timezone.now()))
