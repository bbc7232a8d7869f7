"""Access links and entry codes (ADR 0119)."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import (
    ApiView,
    Plain,
    TournamentApiView,
    WriteRequest,
    WriteResult,
    parsed_body,
    serialize,
    serialize_all,
)
from api.field_docs import MOMENT, SLUG, doc, example_body
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
    normal_code,
    revoke_link,
    use_link,
)


class AccessLinkInSerializer(StrictFields):
    """What the link gives; how many people, for how many days: both not for `entry`."""

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
    """A valid link, with its code."""

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
        """Return the code, derived again from the link."""
        return code_of(link)


class AccessCodeSerializer(StrictFields):
    """A code as a person typed it."""

    code = Text(max_length=40, **doc("The code as it was typed.", "k7m2qx"))


class AccessSerializer(serializers.Serializer[Any]):
    """What the code opened: the tournament, and the caller's role there, or `entry`."""

    tournament = serializers.CharField(**doc("The tournament's `slug`.", SLUG))
    role = serializers.ChoiceField(
        choices=LinkRole.choices, **doc("The role that the caller has there now, or `entry`.", "judge")
    )


class AccessLinksApiView(TournamentApiView):
    """The valid links."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_access_links", responses=AccessLinkSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List valid links with their codes. For organizers."""
        return self.show(_links, need="manage", is_all_recorded=False)

    @extend_schema(
        operation_id="issue_access_link",
        request=AccessLinkInSerializer,
        responses={201: AccessLinkSerializer},
        examples=example_body({"role": "judge", "uses": 3, "days": 2}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make a link; one for entries replaces the one before and ends with the draw."""
        given = parsed_body(AccessLinkInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            link = issue_link(tournament, **given, by=doing.actor, now=doing.now)
            return dict(serialize(AccessLinkSerializer, link))

        return self.act(work, status=201)


class OneAccessLinkApiView(TournamentApiView):
    """One link."""

    rights = {"DELETE": "manage"}

    @extend_schema(operation_id="revoke_access_link", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """The link opens nothing any more."""

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            revoke_link(tournament, number=number, by=doing.actor, now=doing.now)

        return self.act(work, status=204)


class AccessApiView(ApiView):
    """A code is used."""

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
        """Take the role that a link gives; an entry link answers with its tournament only.

        403 `link_not_valid` for any code that opens nothing; having the role already uses nothing.
        """
        code = normal_code(parsed_body(AccessCodeSerializer, request)["code"])
        rate_limit.check(Purpose.CODE, self.caller)
        link = find_link(code)
        if link is None:
            rate_limit.hit(Purpose.CODE, self.caller)

        def act(doing: WriteRequest) -> WriteResult:
            if link is None:
                raise Forbidden("link_not_valid")
            if link.role != LinkRole.ENTRY:
                use_link(link, by=doing.actor, now=doing.now)
            opened = {"tournament": link.tournament.slug, "role": link.role}
            return WriteResult(dict(AccessSerializer(opened).data))

        return self.do(act)


def _links(tournament: Tournament) -> list[Plain]:
    """Return the active links of the tournament."""
    return serialize_all(AccessLinkSerializer, links_of(tournament, timezone.now()))
