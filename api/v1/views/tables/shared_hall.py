"""The hall whose tables several tournaments share (ADR 0046)."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import Plain, TournamentApiView, WriteRequest, parsed, shaped
from api.v1.serializers import tables as shapes
from scheduling.forecasting import forecasts_in_hall
from scheduling.shared_tables import used_elsewhere
from tournaments.finding import find
from tournaments.models import Tournament
from tournaments.tables.share import leave_hall, share_hall
from tournaments.tables.shared_hall import neighbours, titles_for


class SharedHallApiView(TournamentApiView):
    """With whom the tournament shares its tables."""

    rights = {"PUT": "coordinate", "DELETE": "coordinate"}

    @extend_schema(operation_id="shared_hall", responses=shapes.SharedHallShownSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The others in the hall that the caller may know of, and which of its tables they use now."""
        return self.show(lambda found: _shown(found, self.player), is_all_recorded=False)

    @extend_schema(
        operation_id="share_hall",
        request=shapes.ShareHallSerializer,
        responses=shapes.SharedHallShownSerializer,
    )
    def put(self, request: Request, slug: str) -> Response:
        """Share it with another tournament that the caller coordinates too, and with its neighbours."""
        other = parsed(shapes.ShareHallSerializer, request)["tournament"]

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            beside = find(other, doing.actor)
            share_hall(tournament, beside, seen=doing.seen, by=doing.actor, now=doing.now)
            return _shown(tournament, doing.actor)

        return self.act(work)

    @extend_schema(operation_id="leave_hall", request=None, responses={200: shapes.SharedHallShownSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Its tables are its own again; again changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            leave_hall(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _shown(tournament, doing.actor)

        return self.act(work)


def _shown(tournament: Tournament, reader: Player | None) -> Plain:
    others = list(neighbours(tournament.ledger_id))
    titles = titles_for(reader, others)
    ends = {one.ledger_id: one.middle for one in forecasts_in_hall(tournament, reader)}
    known = [
        {"slug": one.slug, "title": titles[one.pk], "ends_about": ends.get(one.ledger_id)}
        for one in others
        if one.pk in titles
    ]
    used = used_elsewhere(tournament, reader, timezone.now())
    shown = {"ends_about": ends.get(tournament.ledger_id), "shared_with": known, "used": used}
    return shaped(shapes.SharedHallShownSerializer, shown)
