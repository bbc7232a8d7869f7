"""Calls by hand: who calls, held matches, swapped tables."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import doc, example_body
from api.serialization import JSONObject, parse_body
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
    """The match to be called next, and the free table for it."""

    match = serializers.CharField(**doc("The code of the match.", "m7xk2qpw"))
    table = serializers.CharField(**doc("The label of the free table.", "1"))


class CallingShownSerializer(serializers.Serializer[Any]):
    """Who calls matches to tables, what could be called now, and what is held back."""

    by_hand = serializers.BooleanField(
        **doc("Whether people call the tables, and the dispatcher only offers.", True)
    )
    offers = CallOfferSerializer(many=True, **doc("The next match for each free table."))
    held = serializers.ListField(
        child=serializers.CharField(), **doc("Codes of the matches that are held back.", ["m7xk2qpw"])
    )


class CallingInSerializer(StrictFields):
    """Whether people call matches to tables from now on, or the dispatcher."""

    by_hand = Flag(**doc("Whether people call the tables, and the dispatcher only offers.", True))


class SeparateInSerializer(StrictFields):
    """The person (code) for whom the match waits."""

    person = Text(
        max_length=12, **doc("The code of a person of the match, as `kept_waiting` has it.", "p7xk2qpw")
    )


class SwapInSerializer(StrictFields):
    """The other match, whose table is wanted."""

    match = Text(max_length=12, **doc("The code of the match whose table is wanted.", "m2pd8wqz"))


class CallingApiView(TournamentApiView):
    """Routes to read how matches come to tables, and to choose it."""

    rights = {"PUT": "coordinate"}

    @extend_schema(operation_id="retrieve_calling", responses=CallingShownSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read how tables are called: who calls, the next match for each free table, what is held back.

        For the staff.
        """
        return self.show(_calling_fields, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="set_calling",
        request=CallingInSerializer,
        responses=CallingShownSerializer,
        examples=example_body({"by_hand": True}),
    )
    def put(self, request: Request, slug: str) -> Response:
        """Choose between calls by hand and automatic calls, effective at once."""
        by_hand = parse_body(CallingInSerializer, request)["by_hand"]

        def set_mode_and_show_calling(tournament: Tournament, write: WriteRequest) -> JSONObject:
            fresh = set_calls_by_hand(
                tournament, by_hand=by_hand, seen=write.seen, by=write.actor, now=write.now
            )
            return _calling_fields(fresh)

        return self.act_on_tournament(set_mode_and_show_calling)


class HoldApiView(MatchApiView):
    """Route to hold a match back from being called."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="hold_match", request=None, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Hold a match back: the dispatcher does not call it until it is released; people still may.

        Repeating it changes nothing. 409 `match_…` (its state) if it was called, `finished`.
        """
        return self.act_on_match(
            lambda match, write: hold_match(match, seen=write.seen, by=write.actor, now=write.now)
        )


class ReleaseApiView(MatchApiView):
    """Route to release a match that was held back."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="release_match", request=None, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Release a match that was held back: it can be called again. Repeating it changes nothing.

        409 `match_…` (its state) if it was called, `finished`.
        """
        return self.act_on_match(
            lambda match, write: release_match(match, seen=write.seen, by=write.actor, now=write.now)
        )


class CallAnywayApiView(MatchApiView):
    """Route to call a match although a player is busy in another tournament."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="call_anyway", request=None, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call a match to the first free table, although a player is busy elsewhere.

        Only once another tournament has held them past the grace time, else 422 `players_busy`. The
        match there stays as it is. 422 `no_table_free`, `no_accessible_table_free`; 409 `match_…` (its state)
        unless it is ready, `finished`.
        """
        return self.act_on_match(
            lambda match, write: call_anyway(match, seen=write.seen, by=write.actor, now=write.now)
        )


class SeparateApiView(MatchApiView):
    """Route to separate a person from one of the same name in another tournament."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="separate_person",
        request=SeparateInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"person": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Separate two people of one name.

        The person who plays here becomes a new person; other tournaments keep the first one. 422
        `separates_account`, `split_nothing`, `split_all` if they play nowhere else; 404 for an unknown
        person.
        """
        person, tournament = parse_body(SeparateInSerializer, request)["person"], self.tournament()
        return self.act_on_match(
            lambda match, write: separate_person(tournament, person=person, by=write.actor, now=write.now)
        )


class SwapApiView(MatchApiView):
    """Route to swap the tables of two matches."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="swap_tables",
        request=SwapInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"match": "m2pd8wqz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Swap the tables of two matches that are called or played; 409 `match_…` (its state) for others."""
        other = finding.find_match(self.tournament(), parse_body(SwapInSerializer, request)["match"])
        return self.act_on_match(
            lambda match, write: swap_tables(match, other, seen=write.seen, by=write.actor, now=write.now)
        )


def _calling_fields(tournament: Tournament) -> JSONObject:
    """Return who calls matches, the offers as of now and the held matches, as JSON."""
    found = calls_state(tournament, timezone.now())
    shown = {"by_hand": found.by_hand, "offers": found.offers, "held": sorted(found.held)}
    return dict(CallingShownSerializer(shown).data)
