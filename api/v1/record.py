"""The record as a file, and the names behind its codes."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import ApiView, TournamentApiView, asked
from api.conditions import etag, is_known
from api.pagination import PageQuery, page_of, paged
from core.db.transactions import one_look
from core.http.rate_limit import Purpose
from records.export import people, record_lines
from records.heads import public_heads, signed_heads
from tournaments.models import State, Tournament


class RecordHeadSerializer(serializers.Serializer[dict[str, object]]):
    """The record's latest line."""

    seq = serializers.IntegerField()
    sha256 = serializers.CharField()


class SignedHeadSerializer(serializers.Serializer[dict[str, object]]):
    """What this site says of a record up to its last line, signed where the site has a key."""

    at = serializers.CharField()
    format = serializers.CharField()
    seq = serializers.IntegerField()
    sha256 = serializers.CharField()
    state = serializers.ChoiceField(choices=State.values)
    tournament = serializers.CharField()
    key = serializers.CharField(allow_null=True, default=None)
    signature = serializers.CharField(allow_null=True, default=None)


class RecordPeopleSerializer(serializers.Serializer[dict[str, object]]):
    """Names behind the codes of the record."""

    tournament = serializers.CharField()
    head = RecordHeadSerializer()
    people = serializers.DictField(child=serializers.CharField())


class RecordApiView(TournamentApiView):
    """The record as a file."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(operation_id="record", responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """`tournament-record/1`: one JSON object a line, chained; `manage.py check_record` verifies it."""
        _ = self.player  # which may be made now, and is no look
        with one_look():
            tournament = self.tournament()
            tag = etag(tournament.ledger.head_seq, tournament.ledger.head_hash.encode())
            if is_known(request, tag):
                return HttpResponse(status=304, headers={"ETag": tag})
            lines = "".join(record_lines(tournament))
        name = f'attachment; filename="{tournament.slug}.record.jsonl"'
        headers = {"ETag": tag, "Content-Disposition": name}
        return HttpResponse(lines, content_type="application/jsonl; charset=utf-8", headers=headers)


class HeadsApiView(ApiView):
    """The feed of heads."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(operation_id="heads", parameters=[PageQuery], responses=page_of(SignedHeadSerializer))
    def get(self, request: Request) -> Response:
        """The signed head of every public record, the latest line first, for whoever keeps them."""
        asked(PageQuery, request)

        def show(page: list[Tournament]) -> list[object]:
            return [SignedHeadSerializer(head).data for head in signed_heads(page)]

        return Response(paged(request, public_heads(), show))


class PeopleApiView(TournamentApiView):
    """Names behind the record's codes."""

    reads = Scope.JUDGE

    @extend_schema(operation_id="people", responses=RecordPeopleSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: names by code, with the head that travels outside the record."""
        return self.show(
            lambda tournament: RecordPeopleSerializer(people(tournament)).data,
            need="judge",
            is_all_recorded=False,
        )
