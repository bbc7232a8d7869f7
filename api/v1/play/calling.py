"""Calls by hand: mode, held matches, swapped tables."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import TournamentApiView, WriteRequest, parsed_body
from api.field_docs import doc, example_body
from api.strict import Flag, StrictFields, Text
from api.v1.matches import MatchApiView, MatchDetailSerializer
from scheduling.by_hand import (
    call_anyway,
    calls_state,
    hold_match,
    release_match,
    set_calls_by_hand,
    swap_tables,
)
from tournaments import finding
from tournaments.entries.repeats import separate_person
from tournaments.models import Tournament


class CallOfferSerializer(serializers.Serializer[Any]):
    """The match that is to be called next, and the free table for it."""

    match = serializers.CharField(**doc("The code of the match.", "m7xk2qpw"))
    table = serializers.CharField(**doc("The label of the free table.", "1"))


class CallingShownSerializer(serializers.Serializer[Any]):
    """How matches come to tables."""

    by_hand = serializers.BooleanField(
        **doc("Whether people call the tables, and the dispatcher only offers.", True)
    )
    offers = CallOfferSerializer(many=True, **doc("The next match for each free table."))
    held = serializers.ListField(
        child=serializers.CharField(), **doc("Codes of the matches that are held back.", ["m7xk2qpw"])
    )


class CallingInSerializer(StrictFields):
    """Whether people call from now on."""

    by_hand = Flag(**doc("Whether people call the tables, and the dispatcher only offers.", True))


class SeparateInSerializer(StrictFields):
    """A person (code) of the match for whom it waits."""

    person = Text(
        max_length=12, **doc("The code of a person of the match, as `kept_waiting` has it.", "p7xk2qpw")
    )


class SwapInSerializer(StrictFields):
    """The match whose table is wanted."""

    match = Text(max_length=12, **doc("The code of the match whose table is wanted.", "m2pd8wqz"))


class CallingApiView(TournamentApiView):
    """How matches come to tables."""

    rights = {"PUT": "coordinate"}

    @extend_schema(operation_id="retrieve_calling", responses=CallingShownSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read how tables are called: who calls, the next match for each free table, what is held back.

        For the staff.
        """
        return self.show(_calling, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="set_calling",
        request=CallingInSerializer,
        responses=CallingShownSerializer,
        examples=example_body({"by_hand": True}),
    )
    def put(self, request: Request, slug: str) -> Response:
        """Choose between calls by hand and automatic calls."""
        by_hand = parsed_body(CallingInSerializer, request)["by_hand"]

        def work(tournament: Tournament, doing: WriteRequest) -> Any:
            fresh = set_calls_by_hand(
                tournament, by_hand=by_hand, seen=doing.seen, by=doing.actor, now=doing.now
            )
            return _calling(fresh)

        return self.act(work)


class HoldApiView(MatchApiView):
    """A match that is called to no table."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="hold_match", request=None, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Hold a match back until it is released."""
        return self.act_on_match(
            lambda match, doing: hold_match(match, seen=doing.seen, by=doing.actor, now=doing.now)
        )


class ReleaseApiView(MatchApiView):
    """A match that may be called again."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="release_match", request=None, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Release a match that was held back."""
        return self.act_on_match(
            lambda match, doing: release_match(match, seen=doing.seen, by=doing.actor, now=doing.now)
        )


class CallAnywayApiView(MatchApiView):
    """A match whose people are at a table of another tournament past the grace time."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="call_anyway", request=None, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call a match to the first free table, although a player is busy elsewhere.

        The match there stays as it is.
        """
        return self.act_on_match(
            lambda match, doing: call_anyway(match, seen=doing.seen, by=doing.actor, now=doing.now)
        )


class SeparateApiView(MatchApiView):
    """A person who only shares the name of a person in another tournament."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="separate_person",
        request=SeparateInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"person": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Separate two people of one name.

        The person who plays here becomes a new person; other tournaments keep the first one.
        """
        person, tournament = parsed_body(SeparateInSerializer, request)["person"], self.tournament()
        return self.act_on_match(
            lambda match, doing: separate_person(tournament, person=person, by=doing.actor, now=doing.now)
        )


class SwapApiView(MatchApiView):
    """Two matches change tables."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="swap_tables",
        request=SwapInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"match": "m2pd8wqz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Swap the tables of two matches."""
        other = finding.find_match(self.tournament(), parsed_body(SwapInSerializer, request)["match"])
        return self.act_on_match(
            lambda match, doing: swap_tables(match, other, seen=doing.seen, by=doing.actor, now=doing.now)
        )


def _calling(tournament: Tournament) -> Any:
    """Return whether people call matches, the offers and the held matches."""
    found = calls_state(tournament, timezone.now())
    return CallingShownSerializer(
        {"by_hand": found.by_hand, "offers": found.offers, "held": sorted(found.held)}
    ).data
