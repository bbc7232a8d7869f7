"""Calls of tables for a judge or the coordinator."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, TournamentApiView, WriteRequest, parsed_body, serialize, serialize_all
from api.field_docs import MOMENT, doc, example_body
from api.scopes import Right
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
    """Whom the table asks for."""

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
    """Base of the calls that a player makes from their table."""

    def require_right(self, right: Right) -> None:
        """Require a player of a match: others have no table."""
        super().require_right(right)
        if not plays_in(self.tournament(), self.player):
            raise Forbidden("not_at_this_match")


class HelpApiView(PlayersApiView):
    """Who asks, and asking."""

    rights = {"POST": "own"}

    @extend_schema(operation_id="list_help_calls", responses=HelpShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List tables that wait for help, in order of need. For the staff."""
        return self.show(lambda tournament: _open(self, tournament), need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="ask_for_help",
        request=HelpInSerializer,
        responses=HelpAtTableSerializer,
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call for help at the table where the caller plays; repeating it changes nothing."""
        whom = parsed_body(HelpInSerializer, request)["whom"]

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            asker = Asker(tournament, player=doing.actor)
            return serialize(HelpAtTableSerializer, ask_for_help(asker, whom=whom, now=doing.now))

        return self.act(work)


class HelpTakenBackApiView(PlayersApiView):
    """The table found the answer by itself."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="need_no_help",
        request=HelpInSerializer,
        responses={204: None},
        examples=example_body({"whom": "judge"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take the call for help back."""
        whom = parsed_body(HelpInSerializer, request)["whom"]

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            withdraw_call(Asker(tournament, player=doing.actor), whom=whom, now=doing.now)

        return self.act(work, status=204)


class HelpGoApiView(TournamentApiView):
    """A member of the staff goes to the table."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="go_to_help", request=None, responses=HelpShownSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Go to a table that asks for help; 409 if another member of the staff does."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            accept_call(tournament, code, by=doing.actor, now=doing.now)
            return _open(self, tournament)

        return self.act(work)


class HelpLetGoApiView(TournamentApiView):
    """A member of the staff does not go after all."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="let_go_of_help", request=None, responses=HelpShownSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Do not go to a table after all: it waits for another member of the staff."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            release_call(tournament, code, by=doing.actor, now=doing.now)
            return _open(self, tournament)

        return self.act(work)


class HelpDoneApiView(TournamentApiView):
    """A call for help is over."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="end_help", request=None, responses=HelpShownSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """End a call for help: the table needs none any more. For the staff."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            resolve_call(tournament, code, by=doing.actor, now=doing.now)
            return _open(self, tournament)

        return self.act(work)


def _open(view: TournamentApiView, tournament: Tournament) -> list[Plain]:
    return serialize_all(HelpShownSerializer, open_calls_for_help(tournament, view.player))
