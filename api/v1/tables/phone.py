"""A table's card: a program without an account sees the match at that table, and reports for one side."""

import hashlib
import secrets
from collections.abc import Callable, Mapping

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, JSONBody, PresentState, WriteRequest, WriteResult
from api.field_docs import example_body
from api.scopes import Right
from api.serialization import parse_body
from api.v1.help import HelpAtTableSerializer, HelpInSerializer
from api.v1.matches import MatchSerializer
from api.v1.reports import (
    FlagShownSerializer,
    PassShownSerializer,
    SeatInSerializer,
    TableFlagInSerializer,
    TableMatchSerializer,
    TableReportAnswerSerializer,
    TableReportInSerializer,
    TokenInSerializer,
    report_fields,
)
from api.v1.sheets.serializers import EXAMPLE_SHEET, parse_sheet
from core.errors import Forbidden, Stale
from core.http.idempotency import IdempotencyKey
from core.http.rate_limit import Purpose
from matches.models import Match, TableLink
from tournaments.corrections.disputes import Speaker, flag_result
from tournaments.help import Asker, ask_for_help, withdraw_call
from tournaments.match_views.match import match_view
from tournaments.reports.report import report_result, take_back
from tournaments.reports.selectors import reports_of_match
from tournaments.tables import cards
from tournaments.tables.cards import (
    Phone,
    claims_at,
    code_in,
    find_valid_link,
    match_at,
    pass_of,
    read_pass,
    tournament_of_link,
)

PASS = OpenApiParameter(
    "Table-Pass",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The `pass` that the card's token was exchanged for.",
)


class TableCardsApiView(ApiView):
    """Route to exchange the token of a table's card for a pass."""

    rights = {"POST": "anybody"}
    is_repeatable = False
    permission_classes = [AllowAny]
    limited = {"POST": Purpose.CARD}

    @extend_schema(
        operation_id="open_table",
        request=TokenInSerializer,
        responses=PassShownSerializer,
        examples=example_body({"token": "9xk2m4pq7rst"}),
    )
    def post(self, request: Request) -> Response:
        """Exchange a card's token for a new pass; 404 for a token that is none, 403 `card_not_valid`.

        The pass speaks for no side until it takes one side of a match (`take_table_seat`). It ends with
        the card: renewed or revoked, two days after the last day, or with the tournament.
        """
        code = code_in(parse_body(TokenInSerializer, request)["token"])
        if code is None:
            raise Forbidden("not_found")
        link = find_valid_link(code, timezone.now())
        shown = {
            "pass": pass_of(link.code, secrets.token_urlsafe(24)),
            "tournament": tournament_of_link(link).slug,
            "table": link.table.label,
            "expires_at": link.expires_at,
        }
        return Response(PassShownSerializer(shown).data)


class TableApiView(ApiView):
    """Base of the routes that take a pass (`Table-Pass`) instead of an account."""

    permission_classes = [AllowAny]

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` `card_not_valid` without a valid card."""
        super().require_right(right)
        self.link()

    def phone(self) -> Phone:
        """Return the phone that the pass of the call names.

        Raise `Forbidden` `card_not_valid` without a pass, or with one that is none.
        """
        found = read_pass(self.request.headers.get("Table-Pass", ""))
        if found is None:
            raise Forbidden("card_not_valid")
        return Phone(*found)

    def link(self) -> TableLink:
        """Return the link of the card. Raise `Forbidden` `card_not_valid` if it is revoked or over."""
        return find_valid_link(self.phone().link, timezone.now())

    def match(self, code: str) -> Match:
        """Return the match at the table now, if it has the code that the caller saw.

        Raise `Stale` `match_moved` if it is another one, or none.
        """
        found = match_at(self.link().table)
        if found is None or found.code != code:
            raise Stale("match_moved")
        return found

    def present_state(self) -> PresentState:
        """Return the table as `table_state` does."""
        return self.table_state()

    def table_state(self) -> Mapping[str, object]:
        """Return as JSON the match at the table, its reports, and the sides that phones speak for.

        `match` and `reports` are None before the table has a match; `mine` is None if this phone
        speaks for no side. Raise `Forbidden` `card_not_valid`.
        """
        link, phone = self.link(), self.phone()
        tournament, match = tournament_of_link(link), match_at(link.table)
        claims = claims_at(match, timezone.now()) if match else {}
        own = (phone.name, phone.link)
        mine = next((n for n, claim in claims.items() if (claim.phone, claim.link.code) == own), None)
        return {
            "tournament": tournament.slug,
            "table": link.table.label,
            "match": MatchSerializer(match_view(tournament, match)).data if match else None,
            "reports": report_fields(match.code, reports_of_match(tournament, match), mine)
            if match
            else None,
            "mine": mine,
            "claimed": list(claims),
        }

    def _idempotency_key(self, write: WriteRequest) -> IdempotencyKey:
        """Return the call's key, which belongs to the pass: keys of different passes never collide."""
        phone = self.phone()
        owner = hashlib.sha256(f"{phone.link}:{phone.name}".encode()).hexdigest()[:32]
        return IdempotencyKey(f"phone {owner}", write.key, super()._idempotency_key(write).fingerprint)

    def act_at_table(self, act: Callable[[WriteRequest], object], *, status: int = 200) -> Response:
        """Respond as `run_write` does: with the dict that `act` returns, else with the table after it."""

        def run_and_show_table(write: WriteRequest) -> WriteResult:
            done = act(write)
            return WriteResult(done if isinstance(done, dict) else self.table_state())

        return self.run_write(run_and_show_table, status=status)


class TableMatchApiView(TableApiView):
    """Route to read the match at the table."""

    @extend_schema(operation_id="retrieve_table_match", parameters=[PASS], responses=TableMatchSerializer)
    def get(self, request: Request) -> Response:
        """Read the match at a table: called or played there, else the one that ended there last.

        `match` is null before any.
        """
        return Response(self.table_state())


class SeatApiView(TableApiView):
    """Routes to choose the side that the pass speaks for, and to leave it."""

    rights = {"PUT": "anybody", "DELETE": "anybody"}

    @extend_schema(
        operation_id="take_table_seat",
        parameters=[PASS],
        request=SeatInSerializer,
        responses=TableMatchSerializer,
        examples=example_body({"match": "m7xk2qpw", "side": 1}),
    )
    def put(self, request: Request) -> Response:
        """Choose the side of the match that the pass speaks for; answers with the table.

        A pass has one side of a match, and a side one pass: 422 `seat_claimed`,
        `phone_sits_elsewhere`, `seat_empty`. 409 `match_moved`. 404 for a side that there is not.
        """
        given, phone = parse_body(SeatInSerializer, request), self.phone()
        return self.act_at_table(
            lambda write: cards.claim_seat(phone, side=given["side"], match=given["match"], now=write.now)
        )

    @extend_schema(
        operation_id="leave_table_seat",
        parameters=[PASS],
        request=None,
        responses={200: TableMatchSerializer},
    )
    def delete(self, request: Request) -> Response:
        """Leave the side at a table: the pass speaks for no side any more. What was reported stays.

        Repeating it changes nothing.
        """
        phone, match = self.phone(), match_at(self.link().table)
        code = match.code if match else ""
        return self.act_at_table(lambda write: cards.withdraw_claim(phone, match=code, now=write.now))


class ReportApiView(TableApiView):
    """Routes to report how the match ended, for the phone's side, and to take the report back."""

    rights = {"POST": "anybody", "DELETE": "anybody"}

    @extend_schema(
        operation_id="report_at_table",
        parameters=[PASS],
        request=TableReportInSerializer,
        responses=TableReportAnswerSerializer,
        examples=example_body(
            {
                "match": "m7xk2qpw",
                "sheet": EXAMPLE_SHEET,
            }
        ),
    )
    def post(self, request: Request) -> Response:
        """Report for the side that the pass speaks for; it counts once enough sides say the same.

        409 `match_moved` if another match is at the table by now; all other refusals as of `report_match`.
        """
        given, speaker = parse_body(TableReportInSerializer, request), Speaker(phone=self.phone())
        sheet = parse_sheet(given["sheet"])

        def report_and_show_table(write: WriteRequest) -> JSONBody:
            match = self.match(given["match"])
            done = report_result(match, sheet=sheet, speaker=speaker, submission_key=write.key, now=write.now)
            return {**self.table_state(), "recorded": done.recorded is not None, "repeated": done.repeated}

        return self.act_at_table(report_and_show_table)

    @extend_schema(
        operation_id="take_table_report_back",
        parameters=[PASS],
        request=None,
        responses={200: TableMatchSerializer},
    )
    def delete(self, request: Request) -> Response:
        """Take the side's report back, as long as no sheet is recorded; answers with the table.

        409 `match_ended`, or `match_moved` if no match is at the table; 403 `not_at_this_match`; 422
        `side_has_spoken` if a player reported for the side with an account.
        """
        speaker, match = Speaker(phone=self.phone()), match_at(self.link().table)
        if match is None:
            raise Stale("match_moved")
        return self.act_at_table(lambda write: take_back(match, speaker=speaker, now=write.now))


class TableFlagApiView(TableApiView):
    """Route by which the phone's side says that the recorded sheet is wrong."""

    rights = {"POST": "anybody"}

    @extend_schema(
        operation_id="flag_at_table",
        parameters=[PASS],
        request=TableFlagInSerializer,
        responses={201: FlagShownSerializer},
        examples=example_body({"match": "m7xk2qpw", "note": "It was the other side."}),
    )
    def post(self, request: Request) -> Response:
        """Dispute the recorded sheet for the phone's side; the sheet counts until the match is reviewed.

        Repeating it changes nothing. 409 `match_moved`, `nothing_recorded`, `finished`; 403
        `not_at_this_match`; 422 `reviewed_already` if the staff answered before, `text_too_long`.
        """
        given, speaker = parse_body(TableFlagInSerializer, request), Speaker(phone=self.phone())

        def open_dispute(write: WriteRequest) -> JSONBody:
            match, note = self.match(given["match"]), given.get("note", "")
            return {"seq": flag_result(match, speaker=speaker, note=note, now=write.now).seq}

        return self.act_at_table(open_dispute, status=201)


class TableHelpApiView(TableApiView):
    """Route to call for help at the table."""

    rights = {"POST": "anybody"}

    @extend_schema(
        operation_id="ask_for_help_at_table",
        parameters=[PASS],
        request=HelpInSerializer,
        responses=HelpAtTableSerializer,
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request) -> Response:
        """Call for a judge or the coordinator to come to this table; repeating it changes nothing.

        422 `help_too_often`, `help_whom_unknown`; 409 `finished`.
        """
        whom, asker = parse_body(HelpInSerializer, request)["whom"], self.asker()
        return self.act_at_table(
            lambda write: dict(HelpAtTableSerializer(ask_for_help(asker, whom=whom, now=write.now)).data)
        )

    def asker(self) -> Asker:
        """Return the phone as one who calls for help in the tournament of its table."""
        return Asker(tournament_of_link(self.link()), phone=self.phone())


class TableHelpTakenBackApiView(TableHelpApiView):
    """Route to withdraw the table's call for help."""

    @extend_schema(
        operation_id="need_no_help_at_table",
        parameters=[PASS],
        request=HelpInSerializer,
        responses={200: TableMatchSerializer},
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request) -> Response:
        """Withdraw the table's call for help; repeating it changes nothing. Answers with the table."""
        whom, asker = parse_body(HelpInSerializer, request)["whom"], self.asker()
        return self.act_at_table(lambda write: withdraw_call(asker, whom=whom, now=write.now))
