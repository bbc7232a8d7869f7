"""The ledger of penalties, for the staff."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import Shown, TournamentApiView, WriteRequest, asked, parsed, shaped_all
from api.v1.serializers import penalties as shapes
from tournaments.models import Penalty, Tournament
from tournaments.penalties.give import give_penalty, withdraw_penalty
from tournaments.penalties.selectors import penalties_of, view_of


class PenaltiesApiView(TournamentApiView):
    """Who was told off for what."""

    reads = Scope.JUDGE
    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="list_penalties",
        parameters=[shapes.PenaltyQuerySerializer],
        responses=shapes.PenaltyShownSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: every penalty in the order of the day, or those of one person."""

        def build(tournament: Tournament) -> object:
            person = asked(shapes.PenaltyQuerySerializer, request).get("person", "")
            return shaped_all(shapes.PenaltyShownSerializer, penalties_of(tournament, person))

        return self.show(build, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="give_penalty",
        request=shapes.PenaltyInSerializer,
        responses={201: shapes.PenaltyShownSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note a penalty; a judge cautions and warns, the rest is the coordinator's. No result changes."""
        given = parsed(shapes.PenaltyInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return _shown(give_penalty(tournament, **given, by=doing.actor, now=doing.now))

        return self.act(work, status=201)


class PenaltyWithdrawnApiView(TournamentApiView):
    """A penalty that was given by mistake."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="withdraw_penalty", request=None, responses=shapes.PenaltyShownSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take it back; twice is once."""

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return _shown(withdraw_penalty(tournament, code=code, by=doing.actor, now=doing.now))

        return self.act(work)


def _shown(penalty: Penalty) -> Shown:
    return dict(shapes.PenaltyShownSerializer(view_of(penalty)).data)
