"""Calls of tables for help: by a judge or the coordinator."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc, example_body
from api.scopes import Right
from api.serialization import JSONObject, parse_body, serialize, serialize_all
from api.strict import StrictFields, Text
from core.errors import Forbidden
from matches.models import Whom
from tournaments.help import (
    Asker,
    HelpView,
    accept_call,
    ask_for_help,
    open_calls_for_help,
    release_call,
    resolve_call,
    withdraw_call,
)
from tournaments.models import Tournament
from tournaments.policies import plays_in


class HelpInSerializer(StrictFields):
    """Whom the table asks for: a judge, or the coordinator."""

    whom = Text(
        known=Whom.values,
        max_length=20,
        **doc("Whom the table asks for: a judge, or the coordinator.", "judge"),
    )


class HelpShownSerializer(serializers.Serializer[HelpView]):
    """A table that waits for a member of the staff."""

    code = serializers.CharField(**doc("What names this call for help.", "h7xk2qpw"))
    whom = serializers.ChoiceField(
        choices=Whom.values, **doc("Whom the table asks for: a judge, or the coordinator.", "judge")
    )
    table = serializers.CharField(**doc("The label of the table that asks.", "3"))
    match = serializers.CharField(
        allow_null=True, **doc("The code of the match there; null without one.", "m7xk2qpw")
    )
    at = serializers.DateTimeField(**doc("When it asked.", MOMENT))
    taken_at = serializers.DateTimeField(
        allow_null=True, **doc("Since when a helper is on the way; null while none is.", MOMENT)
    )
    taken_by = serializers.CharField(**doc("Who is on the way; empty while no one is.", "Bruno Juiz"))


class HelpAtTableSerializer(serializers.Serializer[Any]):
    """The open calls of a table; only the staff see who is on the way."""

    whom = serializers.ChoiceField(
        choices=Whom.values, **doc("Whom the table asks for: a judge, or the coordinator.", "judge")
    )
    at = serializers.DateTimeField(**doc("When it asked.", MOMENT))
    taken_at = serializers.DateTimeField(
        allow_null=True, **doc("Since when a helper is on the way; null while none is.", MOMENT)
    )


class PlayersApiView(TournamentApiView):
    """Base of the routes by which players call for help from their table."""

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` `not_at_this_match` unless the caller has, or had, a seat in the tournament."""
        super().require_right(right)
        if not plays_in(self.tournament(), self.player):
            raise Forbidden("not_at_this_match")


class HelpApiView(PlayersApiView):
    """Routes to list the open calls for help and to make one."""

    rights = {"POST": "own"}

    @extend_schema(operation_id="list_help_calls", responses=HelpShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List tables that wait for help. For the staff.

        Those that the caller accepted come first, then those that no one did, then the others; the oldest
        first.
        """
        return self.show(
            lambda tournament: _open_call_rows(self, tournament), need="judge", is_all_recorded=False
        )

    @extend_schema(
        operation_id="ask_for_help",
        request=HelpInSerializer,
        responses=HelpAtTableSerializer,
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call for help at the table where the caller plays; repeating it changes nothing.

        403 `not_at_this_match` for a player who sits at no table now, 422 `help_too_often`,
        `help_whom_unknown`; 409 `finished`.
        """
        whom = parse_body(HelpInSerializer, request)["whom"]

        def call_for_help_and_show(tournament: Tournament, write: WriteRequest) -> JSONObject:
            asker = Asker(tournament, player=write.actor)
            return serialize(HelpAtTableSerializer, ask_for_help(asker, whom=whom, now=write.now))

        return self.act_on_tournament(call_for_help_and_show)


class HelpTakenBackApiView(PlayersApiView):
    """Route to withdraw one's own call for help."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="need_no_help",
        request=HelpInSerializer,
        responses={204: None},
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw the call for help of the caller's table; repeating it changes nothing.

        403 `not_at_this_match` for a player who sits at no table now, 409 `finished`.
        """
        whom = parse_body(HelpInSerializer, request)["whom"]

        def withdraw_own_call(tournament: Tournament, write: WriteRequest) -> None:
            withdraw_call(Asker(tournament, player=write.actor), whom=whom, now=write.now)

        return self.act_on_tournament(withdraw_own_call, status=204)


class HelpGoApiView(TournamentApiView):
    """Route to accept a call for help: its caller goes to the table."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="go_to_help", request=None, responses=HelpShownSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Accept a call for help: the caller goes to the table.

        Repeating it changes nothing. 409 `help_taken` if another member of the staff goes,
        `help_done` if it is over. 403 for a judge if the table asked for the coordinator.
        """

        def accept_and_list_calls(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            accept_call(tournament, code, by=write.actor, now=write.now)
            return _open_call_rows(self, tournament)

        return self.act_on_tournament(accept_and_list_calls)


class HelpLetGoApiView(TournamentApiView):
    """Route to release a call for help that was accepted."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="let_go_of_help", request=None, responses=HelpShownSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Release a call for help that was accepted: it waits for another member of the staff.

        A coordinator may release calls of others. 409 `help_done`. 403 for a judge if the table asked for the
        coordinator.
        """

        def release_and_list_calls(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            release_call(tournament, code, by=write.actor, now=write.now)
            return _open_call_rows(self, tournament)

        return self.act_on_tournament(release_and_list_calls)


class HelpDoneApiView(TournamentApiView):
    """Route to resolve a call for help."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="end_help", request=None, responses=HelpShownSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Resolve a call for help: the table needs none any more. For the staff.

        Repeating it changes nothing. A call that no one accepted counts as resolved by the caller. 403 for a
        judge if the table asked for the coordinator.
        """

        def resolve_and_list_calls(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            resolve_call(tournament, code, by=write.actor, now=write.now)
            return _open_call_rows(self, tournament)

        return self.act_on_tournament(resolve_and_list_calls)


def _open_call_rows(view: TournamentApiView, tournament: Tournament) -> list[JSONObject]:
    """Return the open calls as JSON: those the caller accepted, those not accepted, others'; oldest first."""
    return serialize_all(HelpShownSerializer, open_calls_for_help(tournament, view.player))
