"""Access links and entry codes (ADR 0119)."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, TournamentApiView, WriteRequest, WriteResult
from api.field_docs import MOMENT, SLUG, doc, example_body
from api.serialization import JSONObject, parse_body, serialize, serialize_all
from api.strict import SmallNumber, StrictFields, Text
from core.errors import Forbidden
from core.http import rate_limit
from core.http.rate_limit import Purpose
from tournaments.models import AccessLink, LinkRole, Tournament
from tournaments.setup.access_links import (
    MAX_DAYS,
    MAX_USES,
    code_of,
    find_link,
    issue_link,
    links_of,
    normalize_code,
    revoke_link,
    use_link,
)


class AccessLinkInSerializer(StrictFields):
    """What the link gives, to how many people, and for how many days; `entry` takes neither number."""

    role = serializers.ChoiceField(
        choices=LinkRole.choices, **doc("What it gives: a role, or an entry.", "judge")
    )
    uses = SmallNumber(
        required=False,
        between=(1, MAX_USES),
        **doc("To how many people it gives the role; not for entries.", 3),
    )
    days = SmallNumber(
        required=False,
        between=(1, MAX_DAYS),
        **doc("For how many days it works; not for entries, whose code works until the draw.", 2),
    )


class AccessLinkSerializer(serializers.Serializer[AccessLink]):
    """A valid access link, with its code."""

    number = serializers.IntegerField(source="pk", **doc("What names the link in addresses.", 12))
    role = serializers.ChoiceField(
        choices=LinkRole.choices, **doc("What it gives: a role, or an entry.", "judge")
    )
    code = serializers.SerializerMethodField(**doc("Its six characters.", "k7m2qx"))
    uses = serializers.IntegerField(
        allow_null=True, **doc("To how many people it gives the role; null for entries.", 3)
    )
    used = serializers.IntegerField(**doc("How many people used it.", 1))
    expires_at = serializers.DateTimeField(allow_null=True, **doc("When it ends; null for entries.", MOMENT))

    def get_code(self, link: AccessLink) -> str:
        """Return the link's code, which is derived again and not stored."""
        return code_of(link)


class AccessCodeSerializer(StrictFields):
    """The code of an access link, as a person typed it."""

    code = Text(max_length=40, **doc("The code as it was typed.", "k7m2qx"))


class AccessSerializer(serializers.Serializer[Any]):
    """What the code opened: the tournament, and the role that the link gives, or `entry`."""

    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    role = serializers.ChoiceField(
        choices=LinkRole.choices,
        **doc("The role that the link gives, though the caller may have a higher one; or `entry`.", "judge"),
    )


class AccessLinksApiView(TournamentApiView):
    """Routes to list the valid access links of a tournament, and to create one."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_access_links", responses=AccessLinkSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List valid links with their codes. For organizers."""
        return self.show(_link_rows, need="manage", is_all_recorded=False)

    @extend_schema(
        operation_id="issue_access_link",
        request=AccessLinkInSerializer,
        responses={201: AccessLinkSerializer},
        examples=example_body({"role": "judge", "uses": 3, "days": 2}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create an access link; one for entries replaces the one before, and is listed until the draw.

        422 `too_many_links`, `link_uses_out_of_range`, `link_days_out_of_range`; 409 `finished`,
        `draw_published` for entries.
        """
        given = parse_body(AccessLinkInSerializer, request)

        def issue_and_show_link(tournament: Tournament, write: WriteRequest) -> JSONObject:
            link = issue_link(tournament, **given, by=write.actor, now=write.now)
            return dict(serialize(AccessLinkSerializer, link))

        return self.act_on_tournament(issue_and_show_link, status=201)


class OneAccessLinkApiView(TournamentApiView):
    """Route to revoke an access link."""

    rights = {"DELETE": "manage"}

    @extend_schema(operation_id="revoke_access_link", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Revoke an access link: its code opens nothing any more. Repeating it changes nothing."""

        def revoke_link_by_number(tournament: Tournament, write: WriteRequest) -> None:
            revoke_link(tournament, number=number, by=write.actor, now=write.now)

        return self.act_on_tournament(revoke_link_by_number, status=204)


class AccessApiView(ApiView):
    """Route to use the code of an access link."""

    limited = {"POST": Purpose.CODE}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="use_access_link",
        request=AccessCodeSerializer,
        responses=AccessSerializer,
        examples=example_body({"code": "k7m2qx"}),
    )
    def post(self, request: Request) -> Response:
        """Take the role that an access link gives; an entry link answers with its tournament only.

        403 `link_not_valid` for any code that opens nothing; one that is unknown or revoked counts as an
        attempt: 429 after too many. For a role that the caller has already, or a higher one, no use of the
        link is counted. 409 `finished`.
        """
        code = normalize_code(parse_body(AccessCodeSerializer, request)["code"])
        rate_limit.check(Purpose.CODE, self.caller)
        link = find_link(code)
        if link is None:
            rate_limit.hit(Purpose.CODE, self.caller)

        def use_link_and_show(write: WriteRequest) -> WriteResult:
            if link is None:
                raise Forbidden("link_not_valid")
            if link.role != LinkRole.ENTRY:
                use_link(link, by=write.actor, now=write.now)
            opened = {"tournament": link.tournament.slug, "role": link.role}
            return WriteResult(dict(AccessSerializer(opened).data))

        return self.run_write(use_link_and_show)


def _link_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the valid access links of the tournament as JSON, with their codes."""
    return serialize_all(AccessLinkSerializer, links_of(tournament, timezone.now()))
