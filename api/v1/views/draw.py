"""The draw: shapes, what is missing, publishing, taking back."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Shown, TournamentApiView, WriteRequest, asked, parsed, shaped_all
from api.v1.serializers import draw as shapes
from api.v1.serializers.problems import ProblemShownSerializer
from core.errors import Forbidden
from scheduling.what_if import timed_offers
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.readiness import check_ready
from tournaments.draw.selectors import promise, standing_draw, withdrawn_draws
from tournaments.models import Tournament


class DrawApiView(TournamentApiView):
    """The standing draw."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="retrieve_draw", responses=shapes.DrawnSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Method, seed, shape and order: what anybody needs to repeat it; 404 before the draw."""
        return self.show(_standing)

    @extend_schema(
        operation_id="publish_draw", request=shapes.DrawInSerializer, responses={201: shapes.DrawnSerializer}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Draw everybody who is checked in; 422 with all that is missing."""
        given = parsed(shapes.DrawInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            publish_draw(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _standing(tournament)

        return self.act(work, status=201)


class PromiseApiView(TournamentApiView):
    """The secret that is promised for the draw to come."""

    @extend_schema(operation_id="retrieve_promise", responses=shapes.PromisesSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The hash of the secret, since when it stands in the record, and the draws that were taken back."""
        return self.show(lambda tournament: shapes.PromisesSerializer(_promises(tournament)).data)


class WithdrawalApiView(TournamentApiView):
    """The draw is taken back."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="withdraw_draw", request=shapes.ReasonSerializer, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Take the draw back, as long as no match was started."""
        reason = parsed(shapes.ReasonSerializer, request)["reason"]

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            withdraw_draw(tournament, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act(work, status=204)


class ShapesApiView(TournamentApiView):
    """Brackets side by side."""

    @extend_schema(
        operation_id="list_shapes",
        parameters=[shapes.ShapeQuerySerializer],
        responses={200: shapes.OfferSerializer(many=True), 422: ProblemShownSerializer},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every sensible shape for the entries checked in, or for `entries`, the proposed one first."""
        entries = asked(shapes.ShapeQuerySerializer, request).get("entries")
        return self.show(
            lambda tournament: shaped_all(
                shapes.OfferSerializer, timed_offers(tournament, entries, timezone.now())
            ),
            is_all_recorded=False,
        )


class ReadyApiView(TournamentApiView):
    """The gate."""

    @extend_schema(operation_id="draw_readiness", responses=shapes.ReadinessSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everything that is still missing before the draw, for the staff."""

        def build(tournament: Tournament) -> object:
            missing = check_ready(tournament)
            return shapes.ReadinessSerializer({"ready": not missing, "missing": missing}).data

        return self.show(build, need="judge", is_all_recorded=False)


def _standing(tournament: Tournament) -> dict[str, object]:
    draw = standing_draw(tournament)
    if draw is None:
        raise Forbidden("not_found")
    earlier = shaped_all(shapes.EarlierSerializer, withdrawn_draws(tournament))
    return {**shapes.DrawnAloneSerializer(draw).data, "earlier": earlier}


def _promises(tournament: Tournament) -> dict[str, object]:
    found = promise(tournament)
    return {
        "promised": found,
        "is_lost": found is not None and found.is_lost,
        "earlier": withdrawn_draws(tournament),
    }
