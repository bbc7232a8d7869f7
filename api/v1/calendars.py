"""Secret addresses of the caller's calendars: list, create or renew, delete."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.calendars import calendars_of, end_calendar, renew_calendar
from accounts.models import CalendarFeed
from api.base_view import serialize_all
from api.field_docs import MOMENT, doc
from api.v1.tokens import TokensBaseApiView
from core.errors import Forbidden
from core.http import rate_limit
from core.http.callers import Caller
from core.http.rate_limit import Purpose


class CalendarShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A calendar that has an address."""

    kind = serializers.ChoiceField(
        CalendarFeed.values, **doc("Whose day it shows: a player's, or a helper's.", "player")
    )
    made_at = serializers.DateTimeField(**doc("Since when it has its address.", MOMENT))


class CalendarMadeSerializer(CalendarShownSerializer):
    """With its address, which is not shown again."""

    address = serializers.CharField(
        **doc(
            "What the calendar program is given; it is not shown again.",
            "https://chama.example/calendario/x8….ics",
        )
    )


KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=CalendarFeed.values)


class CalendarsApiView(TokensBaseApiView):
    """All calendars of the account."""

    @extend_schema(operation_id="list_calendars", responses=CalendarShownSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's secret calendars. Those that have an address; none is shown."""
        return Response(
            serialize_all(CalendarShownSerializer, list(calendars_of(self.user).values("kind", "made_at")))
        )


class OneCalendarApiView(TokensBaseApiView):
    """One calendar of the account."""

    rights = {"PUT": "own", "DELETE": "own"}

    @extend_schema(
        operation_id="renew_calendar",
        parameters=[KIND],
        request=None,
        responses=CalendarMadeSerializer,
    )
    def put(self, request: Request, kind: str) -> Response:
        """Make a secret calendar address.

        It is shown only now; an address of before opens nothing any more.
        """
        rate_limit.hit(Purpose.CREATE, Caller(self.caller.address, str(self.user.pk)))
        found, now = _known(kind), timezone.now()
        path = reverse("own_calendar", args=[renew_calendar(self.user, found, now)])
        made = {"kind": found, "made_at": now, "address": request.build_absolute_uri(path)}
        return Response(CalendarMadeSerializer(made).data, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="end_calendar", parameters=[KIND], request=None, responses={204: None})
    def delete(self, request: Request, kind: str) -> Response:
        """Take a secret calendar address away."""
        if not end_calendar(self.user, _known(kind)):
            raise Forbidden("not_found")
        return Response(status=204)


def _known(kind: str) -> CalendarFeed:
    """Return the feed of this kind. Raise `Forbidden` `not_found` for any other text."""
    if kind not in CalendarFeed.values:
        raise Forbidden("not_found")
    return CalendarFeed(kind)
