"""The record as a file, signed heads (number and hash of its latest line), and the names behind its codes."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import ApiView, TournamentApiView
from api.conditions import etag, is_known
from api.field_docs import SHA, SLUG, doc
from api.pagination import PageQuery, page_serializer, paginate
from api.serialization import parse_query
from core.db.transactions import read_snapshot
from core.http.rate_limit import Purpose
from records.export import people_file, record_lines
from records.heads import public_heads, signed_heads
from tournaments.models import State, Tournament


class RecordHeadSerializer(serializers.Serializer[dict[str, object]]):
    """The head of a record: number and hash of its latest line."""

    seq = serializers.IntegerField(**doc("The number of the record's line that says so, from 0.", 74))
    sha256 = serializers.CharField(**doc("SHA-256, in 64 hexadecimal digits.", SHA))


class SignedHeadSerializer(serializers.Serializer[dict[str, object]]):
    """The head of a record, number and hash of its latest line, signed if the site has a key."""

    at = serializers.CharField(**doc("When the last line was written.", "2026-03-07T18:40:12.000Z"))
    format = serializers.CharField(**doc("The form of this statement (docs/record.md).", "tournament-head/1"))
    seq = serializers.IntegerField(**doc("The number of the record’s last line.", 75))
    sha256 = serializers.CharField(
        **doc(
            "The SHA-256 of that line’s bytes without its line feed.",
            "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f",
        )
    )
    state = serializers.ChoiceField(choices=State.values, **doc("How far the tournament is.", "finished"))
    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    key = serializers.CharField(
        allow_null=True,
        default=None,
        **doc(
            "The site’s public key (Ed25519), hexadecimal; null if the site signs nothing.",
            "d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7",
        ),
    )
    signature = serializers.CharField(
        allow_null=True,
        default=None,
        **doc(
            "Its signature over the canonical JSON of all other fields; null if the site signs nothing.",
            "e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5",
        ),
    )


class RecordPeopleSerializer(serializers.Serializer[dict[str, object]]):
    """The names behind the codes of a record, and the head of the record that has these codes."""

    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    head = RecordHeadSerializer(
        **doc("The record's latest line, so that a file that was cut at its end is noticed.")
    )
    people = serializers.DictField(
        child=serializers.CharField(),
        **doc("Names by the codes of the record.", {"pwr5fkbzz": "Ana Mariapaulista"}),
    )


class RecordApiView(TournamentApiView):
    """Route to download the record."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(operation_id="record", responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Download the record: one JSON object a line, each with the hash of the line before.

        `tournament-record/1` or `/2`; `manage.py check_record` verifies it.
        """
        self.create_missing_player()
        with read_snapshot():
            tournament = self.tournament()
            tag = etag(tournament.ledger.head_seq, tournament.ledger.head_hash.encode())
            if is_known(request, tag):
                return HttpResponse(status=304, headers={"ETag": tag})
            lines = "".join(record_lines(tournament))
        name = f'attachment; filename="{tournament.slug}.record.jsonl"'
        headers = {"ETag": tag, "Content-Disposition": name}
        return HttpResponse(lines, content_type="application/jsonl; charset=utf-8", headers=headers)


class HeadsApiView(ApiView):
    """Route to list the signed heads of all public records."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(
        operation_id="heads", parameters=[PageQuery], responses=page_serializer(SignedHeadSerializer)
    )
    def get(self, request: Request) -> Response:
        """List the signed heads of all public records: number and hash of the latest line.

        The latest line first, for programs that collect them.
        """
        parse_query(PageQuery, request)

        def sign_heads(page: list[Tournament]) -> list[object]:
            return [SignedHeadSerializer(head).data for head in signed_heads(page)]

        return Response(paginate(request, public_heads(), sign_heads))


class PeopleApiView(TournamentApiView):
    """Route to read the names behind the codes of a record."""

    reads = Scope.JUDGE

    @extend_schema(operation_id="people", responses=RecordPeopleSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the names behind the codes of a record. For the staff.

        `head` is the latest line, which a reader compares with the file of the record.
        """
        return self.show(
            lambda tournament: RecordPeopleSerializer(people_file(tournament)).data,
            need="judge",
            is_all_recorded=False,
        )
