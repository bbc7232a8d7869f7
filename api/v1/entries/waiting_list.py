"""The waiting list of a full tournament."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import doc, example_body
from api.mirror import Mirror, MirrorField
from api.scopes import Right
from api.serialization import JSONObject, parse_body, serialize_all
from api.strict import EmptyBody, SmallNumber, StrictFields
from api.v1.entries.serializers import NewEntrySerializer, SelfEntrySerializer
from api.v1.entries.views import parse_entry
from core.http.rate_limit import Purpose
from tournaments.entries.wait import leave_list, move_to, put_on_list, role_to_leave, wait_self
from tournaments.entries.waiting_list import WaitingView, find_waiting, waiting_views
from tournaments.models import Tournament
from tournaments.policies import require


class WaitsSerializer(Mirror[WaitingView]):
    """A place on the waiting list: `place` 1 is the next; `people` are codes as in the record."""

    code = MirrorField("What names the waiting in addresses.", "w4k2x9")
    place = MirrorField("The place on the list, 1 for the next.", 1)
    names = MirrorField("Who they are: one name, or two in Duplas.", ["Lia Prado"])
    people = MirrorField("Who they are, as codes of the record.", ["pwr5fkbzz"])
    club = MirrorField("The club that they play for; empty for none.", "Niterói")
    since = MirrorField("Since when they wait.", "2026-11-20T18:00:00Z")


class PlaceSerializer(StrictFields):
    """Another place on the list, 1 for the next; too far is the end."""

    place = SmallNumber(**doc("The place on the list, 1 for the next; too far is the end.", 1))


class WaitingListApiView(TournamentApiView):
    """Routes to list who waits for a place, and to put people on the list."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="list_waiting", responses=WaitsSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the waiting entries, the next one first.

        Entries that moved up to a place are no longer on it.
        """
        return self.show(_waiting_rows, is_all_recorded=False)

    @extend_schema(
        operation_id="put_on_waiting_list",
        request=NewEntrySerializer,
        responses={201: WaitsSerializer(many=True)},
        examples=example_body({"names": ["Lia Prado"], "club": "Niterói"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Put people on the waiting list of a full tournament; answers with the whole list.

        422 `not_full` while there is a place, `waits_already`, and as for new entries; 409 `entries_closed`
        after the draw.
        """
        entry = parse_entry(parse_body(NewEntrySerializer, request))

        def add_and_list_waiting(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            put_on_list(tournament, entry=entry, seen=write.seen, by=write.actor, now=write.now)
            return _waiting_rows(tournament)

        return self.act_on_tournament(add_and_list_waiting, status=201)


class SelfWaitingApiView(TournamentApiView):
    """Route by which players put themselves on the waiting list."""

    limited = {"POST": Purpose.CREATE}
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="wait_self",
        request=SelfEntrySerializer,
        responses={201: WaitsSerializer(many=True)},
        examples=example_body({}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Put the caller on the waiting list, in Duplas with a partner; answers with the whole list.

        422 `not_full` while there is a place, `you_are_entered`, `you_are_waiting`, and what is wrong with
        the partner's name; 403 `not_announced`, `self_entry_closed`; 409 `entries_closed`.
        """
        given = parse_body(SelfEntrySerializer, request)

        def add_caller_and_list_waiting(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            wait_self(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            return _waiting_rows(tournament)

        return self.act_on_tournament(add_caller_and_list_waiting, status=201)


class LeaveWaitingApiView(TournamentApiView):
    """Route to leave the waiting list."""

    rights = {"POST": "part"}

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a member of the waiting entry, or a judge."""
        super().require_right(right)
        tournament = self.tournament()
        waiting = find_waiting(tournament, str(self.kwargs["code"]))
        require(tournament, self.player, role_to_leave(waiting, self.player))

    @extend_schema(operation_id="leave_waiting_list", request=EmptyBody, responses=WaitsSerializer(many=True))
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take people off the waiting list, by one of them or a judge; answers with the whole list.

        Repeating it changes nothing. 409 `moved_up` if they have a place by now.
        """
        parse_body(EmptyBody, request)

        def remove_and_list_waiting(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            leave_list(find_waiting(tournament, code), by=write.actor, now=write.now)
            return _waiting_rows(tournament)

        return self.act_on_tournament(remove_and_list_waiting)


class MoveWaitingApiView(TournamentApiView):
    """Route to move people to another place on the waiting list."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="move_on_waiting_list",
        request=PlaceSerializer,
        responses=WaitsSerializer(many=True),
        examples=example_body({"place": 1}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Move people to another place on the waiting list; answers with the whole list.

        Too far is the end; 422 `place_out_of_range` below 1. 409 `waits_no_more`.
        """
        place = parse_body(PlaceSerializer, request)["place"]

        def move_and_list_waiting(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            move_to(find_waiting(tournament, code), place=place, by=write.actor, now=write.now)
            return _waiting_rows(tournament)

        return self.act_on_tournament(move_and_list_waiting)


def _waiting_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the waiting list as JSON, the next entry first."""
    return serialize_all(WaitsSerializer, waiting_views(tournament))
