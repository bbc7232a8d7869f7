"""A table's card: a program without an account sees the match at that table, and reports for one side."""

import hashlib
import secrets
from collections.abc import Callable, Mapping

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, Present, Shown, WriteRequest, WriteResult, parsed_body
from api.field_docs import example_body
from api.scopes import Right
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
from api.v1.sheets.serializers import EXAMPLE_SHEET, sheet_of
from core.errors import Forbidden, Stale
from core.http.idempotency import IdempotencyKey
from core.http.rate_limit import Purpose
from matches.models import Match, TableLink
from tournaments.disputes import Speaker, flag_result
from tournaments.help import Asker, ask_for_help, withdraw_call
from tournaments.match_views.match import match_view
from tournaments.reports.report import report_result, take_back
from tournaments.reports.selectors import readings_of
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
    """The way in."""

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
        """Exchange a card's token for a pass of this program; 404 for a token that is none.

        One pass speaks for one side of a match. It ends with the card: renewed, two days after the
        day, or with the tournament.
        """
        code = code_in(parsed_body(TokenInSerializer, request)["token"])
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
    """Base of the routes behind a pass."""

    permission_classes = [AllowAny]

    def require_right(self, right: Right) -> None:
        """Require a valid card."""
        super().require_right(right)
        self.link()

    def phone(self) -> Phone:
        """Return the phone of the pass; raise `Forbidden` `card_not_valid` without one."""
        found = read_pass(self.request.headers.get("Table-Pass", ""))
        if found is None:
            raise Forbidden("card_not_valid")
        return Phone(*found)

    def link(self) -> TableLink:
        """Return the present link of the card."""
        return find_valid_link(self.phone().link, timezone.now())

    def match(self, code: str) -> Match:
        """Return the match that the caller saw, if it is still at this table."""
        found = match_at(self.link().table)
        if found is None or found.code != code:
            raise Stale("match_moved")
        return found

    def present_state(self) -> Present:
        """Return the present state of the table."""
        return self.table_state()

    def table_state(self) -> Mapping[str, object]:
        """Return the match, its reports, and the claimed seats."""
        link, phone = self.link(), self.phone()
        tournament, match = tournament_of_link(link), match_at(link.table)
        claims = claims_at(match, timezone.now()) if match else {}
        own = (phone.name, phone.link)
        mine = next((n for n, claim in claims.items() if (claim.phone, claim.link.code) == own), None)
        return {
            "tournament": tournament.slug,
            "table": link.table.label,
            "match": MatchSerializer(match_view(tournament, match)).data if match else None,
            "reports": report_fields(match.code, readings_of(tournament, match), mine) if match else None,
            "mine": mine,
            "claimed": list(claims),
        }

    def _key(self, doing: WriteRequest) -> IdempotencyKey:
        """Return the key; keys of different passes never collide."""
        phone = self.phone()
        owner = hashlib.sha256(f"{phone.link}:{phone.name}".encode()).hexdigest()[:32]
        return IdempotencyKey(f"phone {owner}", doing.key, super()._key(doing).fingerprint)

    def write(self, act: Callable[[WriteRequest], object], *, status: int = 200) -> Response:
        """Run a write once for its key; respond with what `act` shows, else with the table after it."""

        def work(doing: WriteRequest) -> WriteResult:
            done = act(doing)
            return WriteResult(done if isinstance(done, dict) else self.table_state())

        return self.do(work, status=status)


class TableMatchApiView(TableApiView):
    """What is on at the table."""

    @extend_schema(operation_id="retrieve_table_match", parameters=[PASS], responses=TableMatchSerializer)
    def get(self, request: Request) -> Response:
        """Read the match at a table.

        Called or played there, else the one that ended there last; null before any.
        """
        return Response(self.table_state())


class SeatApiView(TableApiView):
    """I sit here."""

    rights = {"PUT": "anybody", "DELETE": "anybody"}

    @extend_schema(
        operation_id="take_table_seat",
        parameters=[PASS],
        request=SeatInSerializer,
        responses=TableMatchSerializer,
        examples=example_body({"match": "m7xk2qpw", "side": 1}),
    )
    def put(self, request: Request) -> Response:
        """Choose a side at a table.

        The pass speaks for this side; a pass has one side of a match, and a side one pass.
        """
        given, phone = parsed_body(SeatInSerializer, request), self.phone()
        return self.write(
            lambda doing: cards.claim_seat(phone, side=given["side"], match=given["match"], now=doing.now)
        )

    @extend_schema(
        operation_id="leave_table_seat",
        parameters=[PASS],
        request=None,
        responses={200: TableMatchSerializer},
    )
    def delete(self, request: Request) -> Response:
        """Leave the side at a table. The pass speaks for no side any more; what was reported stays."""
        phone, match = self.phone(), match_at(self.link().table)
        code = match.code if match else ""
        return self.write(lambda doing: cards.withdraw_claim(phone, match=code, now=doing.now))


class ReportApiView(TableApiView):
    """How the match ended, as the phone's side says."""

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
        """Report for the side that the pass speaks for; it counts once enough sides say the same."""
        given, speaker = parsed_body(TableReportInSerializer, request), Speaker(phone=self.phone())
        sheet = sheet_of(given["sheet"])

        def work(doing: WriteRequest) -> Shown:
            match = self.match(given["match"])
            done = report_result(match, sheet=sheet, speaker=speaker, submission_key=doing.key, now=doing.now)
            return {**self.table_state(), "recorded": done.recorded is not None, "repeated": done.repeated}

        return self.write(work)

    @extend_schema(
        operation_id="take_table_report_back",
        parameters=[PASS],
        request=None,
        responses={200: TableMatchSerializer},
    )
    def delete(self, request: Request) -> Response:
        """Take the side's report back, as long as it does not count."""
        speaker, match = Speaker(phone=self.phone()), match_at(self.link().table)
        if match is None:
            raise Stale("match_moved")
        return self.write(lambda doing: take_back(match, speaker=speaker, now=doing.now))


class TableFlagApiView(TableApiView):
    """The phone's side doubts the recorded sheet."""

    rights = {"POST": "anybody"}

    @extend_schema(
        operation_id="flag_at_table",
        parameters=[PASS],
        request=TableFlagInSerializer,
        responses={201: FlagShownSerializer},
        examples=example_body({"match": "m7xk2qpw", "note": "It was the other side."}),
    )
    def post(self, request: Request) -> Response:
        """Say that the recorded sheet is wrong: the match is reviewed, the sheet stands until then."""
        given, speaker = parsed_body(TableFlagInSerializer, request), Speaker(phone=self.phone())

        def work(doing: WriteRequest) -> Shown:
            match, note = self.match(given["match"]), given.get("note", "")
            return {"seq": flag_result(match, speaker=speaker, note=note, now=doing.now).seq}

        return self.write(work, status=201)


class TableHelpApiView(TableApiView):
    """A table asks for help."""

    rights = {"POST": "anybody"}

    @extend_schema(
        operation_id="ask_for_help_at_table",
        parameters=[PASS],
        request=HelpInSerializer,
        responses=HelpAtTableSerializer,
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request) -> Response:
        """Ask for a judge or for the coordinator to come to this table; asking again is once."""
        whom, asker = parsed_body(HelpInSerializer, request)["whom"], self.asker()
        return self.write(
            lambda doing: dict(HelpAtTableSerializer(ask_for_help(asker, whom=whom, now=doing.now)).data)
        )

    def asker(self) -> Asker:
        """Return the phone with its tournament."""
        return Asker(tournament_of_link(self.link()), phone=self.phone())


class TableHelpTakenBackApiView(TableHelpApiView):
    """The table found the answer by itself."""

    @extend_schema(
        operation_id="need_no_help_at_table",
        parameters=[PASS],
        request=HelpInSerializer,
        responses={200: TableMatchSerializer},
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request) -> Response:
        """Take the call for help back."""
        whom, asker = parsed_body(HelpInSerializer, request)["whom"], self.asker()
        return self.write(lambda doing: withdraw_call(asker, whom=whom, now=doing.now))
