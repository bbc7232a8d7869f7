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
from api.field_docs import MOMENT, doc
from api.serialization import serialize_all
from api.v1.tokens import TokensBaseApiView
from core.errors import Forbidden
from core.http import rate_limit
from core.http.callers import Caller
from core.http.rate_limit import Purpose


class CalendarShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A secret calendar of the account; its address is not shown."""

    kind = serializers.ChoiceField(
        CalendarFeed.values, **doc("Whose day it shows: a player's, or a helper's.", "player")
    )
    made_at = serializers.DateTimeField(**doc("Since when it has its address.", MOMENT))


class CalendarMadeSerializer(CalendarShownSerializer):
    """A calendar with its secret address, which is shown only now."""

    address = serializers.CharField(
        **doc(
            "What the calendar program is given; it is not shown again.",
            "https://chama.example/calendario/x8….ics",
        )
    )


KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=CalendarFeed.values)


class CalendarsApiView(TokensBaseApiView):
    """Route to list the account's calendars."""

    @extend_schema(operation_id="list_calendars", responses=CalendarShownSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's secret calendars, by kind and since when; no address is shown."""
        return Response(
            serialize_all(CalendarShownSerializer, list(calendars_of(self.user).values("kind", "made_at")))
        )


class OneCalendarApiView(TokensBaseApiView):
    """Routes to create or renew one calendar of the account, and to delete it."""

    rights = {"PUT": "own", "DELETE": "own"}

    @extend_schema(
        operation_id="renew_calendar",
        parameters=[KIND],
        request=None,
        responses=CalendarMadeSerializer,
    )
    def put(self, request: Request, kind: str) -> Response:
        """Create a secret calendar address of this kind, or replace the one that there is.

        It is shown only now. An earlier address of this kind stops working. 404 for an unknown kind, 429
        after too many new ones.
        """
        rate_limit.hit(Purpose.CREATE, Caller(self.caller.address, str(self.user.pk)))
        found, now = _feed_of_kind(kind), timezone.now()
        path = reverse("own_calendar", args=[renew_calendar(self.user, found, now)])
        made = {"kind": found, "made_at": now, "address": request.build_absolute_uri(path)}
        return Response(CalendarMadeSerializer(made).data, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="end_calendar", parameters=[KIND], request=None, responses={204: None})
    def delete(self, request: Request, kind: str) -> Response:
        """Delete the secret calendar address of this kind; 404 if there is none."""
        if not end_calendar(self.user, _feed_of_kind(kind)):
            raise Forbidden("not_found")
        return Response(status=204)


def _feed_of_kind(kind: str) -> CalendarFeed:
    """Return the feed of this kind. Raise `Forbidden` `not_found` for any other text."""
    if kind not in CalendarFeed.values:
        raise Forbidden("not_found")
    return CalendarFeed(kind)
