"""Entries that have paid the entry fee (ADR 0118)."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc, example_body
from api.serialization import JSONObject, parse_body, serialize_all
from api.strict import Flag, StrictFields
from api.v1.entries.views import EntryApiView
from tournaments.fees.payments import FeeRow, fee_rows, mark_fee
from tournaments.finding import find_entry
from tournaments.models import Tournament


class FeeMarkInSerializer(StrictFields):
    """Whether the entry has paid."""

    is_paid = Flag(**doc("Whether the entry has paid.", True))


class FeeMarkSerializer(serializers.Serializer[FeeRow]):
    """An entry and whether its fee is paid."""

    entry = serializers.CharField(source="entry.code", **doc("The code of the entry.", "e4k2x9"))
    is_paid = serializers.BooleanField(**doc("Whether the staff marked the entry's fee as paid.", True))
    by = serializers.CharField(
        allow_blank=True,
        **doc("Who marked it last; empty if no one did, or if that is no longer known.", "Bruno Juiz"),
    )
    at = serializers.DateTimeField(
        allow_null=True, **doc("When it was marked last; null if it never was.", MOMENT)
    )


class FeesApiView(TournamentApiView):
    """Route to list who has paid the entry fee."""

    reads = Scope.JUDGE

    @extend_schema(operation_id="list_fees", responses=FeeMarkSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List entries, and whether each has paid its fee, in the order of entering. For the staff.

        They are those that take part or were marked; without an entry fee only those that paid.
        """
        return self.show(_fee_mark_rows, need="judge", is_all_recorded=False)


class OneFeeApiView(EntryApiView):
    """Route to mark one entry's fee as paid."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="mark_fee",
        request=FeeMarkInSerializer,
        responses={204: None},
        examples=example_body({"is_paid": True}),
    )
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Mark the entry's fee as paid, or take that back; repeating it changes nothing.

        The answer is empty, since answers are stored for a while for retries.
        """
        is_paid = parse_body(FeeMarkInSerializer, request)["is_paid"]

        def store_fee_mark(tournament: Tournament, write: WriteRequest) -> None:
            mark_fee(find_entry(tournament, code), paid=is_paid, by=write.actor, now=write.now)

        return self.act_on_tournament(store_fee_mark, status=204)


def _fee_mark_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the entries with their marks as JSON, in the order of entering."""
    return serialize_all(FeeMarkSerializer, fee_rows(tournament))
