"""Entries: add, change, withdraw, check in."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, PresentState, TournamentApiView, WriteRequest
from api.field_docs import example_body
from api.pagination import page_serializer, paginate
from api.scopes import Right
from api.serialization import parse_body, parse_query, serialize_all
from api.strict import EmptyBody
from api.v1.entries.serializers import (
    CheckedInSerializer,
    EntryChangeSerializer,
    EntryQuerySerializer,
    EntrySerializer,
    NewEntrySerializer,
    PresenceSerializer,
    SelfEntrySerializer,
    WithdrawalSerializer,
)
from core.http.rate_limit import Purpose
from matches.models import Entry
from tournaments.departures.withdraw import withdraw
from tournaments.entries.change import EntryChange, change_entry
from tournaments.entries.check_in import check_in, check_in_all, check_out
from tournaments.entries.check_in_list import entry_view, search_entries
from tournaments.entries.enter import add_entry, enter_self
from tournaments.entries.selectors import entry_views
from tournaments.finding import find_entry
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.policies import need_to_change_entries, require_own


class EntriesApiView(TournamentApiView):
    """Routes to list the entries and to add one."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="list_entries",
        parameters=[EntryQuerySerializer],
        responses=page_serializer(EntrySerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List entries in the order of entering, withdrawn ones too."""
        given = parse_query(EntryQuerySerializer, request)

        def list_entries_page(tournament: Tournament) -> JSONBody:
            found = search_entries(entry_views(tournament), given.get("search", ""))
            found = [view for view in found if given.get("state") in (None, view.state)]
            return paginate(request, found, lambda page: serialize_all(EntrySerializer, page))

        return self.show(list_entries_page)

    @extend_schema(
        operation_id="add_entry",
        request=NewEntrySerializer,
        responses={201: EntrySerializer},
        examples=example_body({"names": ["Lia Prado"], "club": "Niterói"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add one entry by hand; 409 `entries_closed` after the draw.

        422 `person_unclear`, `full`, and all that is wrong with names and club.
        """
        entry = parse_entry(parse_body(NewEntrySerializer, request))

        def add_and_show_entry(tournament: Tournament, write: WriteRequest) -> JSONBody:
            added = add_entry(tournament, entry=entry, seen=write.seen, by=write.actor, now=write.now)
            return _entry_fields(added)

        return self.act_on_tournament(add_and_show_entry, status=201)


class SelfEntryApiView(TournamentApiView):
    """Route by which players enter themselves."""

    limited = {"POST": Purpose.CREATE}
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="enter_self",
        request=SelfEntrySerializer,
        responses={201: EntrySerializer},
        examples=example_body({}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter the caller, in Duplas with a partner.

        403 `not_announced`, `self_entry_closed`; 422 `you_are_entered`, `full`, and what is wrong with the
        partner's name; 409 `entries_closed`.
        """
        given = parse_body(SelfEntrySerializer, request)

        def enter_caller_and_show_entry(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return _entry_fields(
                enter_self(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            )

        return self.act_on_tournament(enter_caller_and_show_entry, status=201)


class EntryApiView(TournamentApiView):
    """Base of the routes of one entry."""

    def present_state(self) -> PresentState:
        """Return the entry of the address as it is now, and the record's `seq`.

        Raise `Forbidden` `not_found` if this tournament has no such entry.
        """
        tournament = self.tournament()
        entry = find_entry(tournament, str(self.kwargs["code"]))
        return {"seq": self.latest_seq(tournament), "entry": _entry_fields(entry)}

    def act_on_entry(self, work: Callable[[Tournament, Entry, WriteRequest], object]) -> Response:
        """Respond as `act_on_tournament` does, with the entry of the address as it is after `work`."""

        def run_and_show_entry(tournament: Tournament, write: WriteRequest) -> JSONBody:
            code = str(self.kwargs["code"])
            work(tournament, find_entry(tournament, code), write)
            return _entry_fields(find_entry(tournament, code))

        return self.act_on_tournament(run_and_show_entry)


class OneEntryApiView(EntryApiView):
    """Routes to read one entry and to change it."""

    rights = {"PATCH": "judge"}

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a judge until the draw, a coordinator after it."""
        super().require_right(right)
        self.tournament(need_to_change_entries(self.tournament()))

    @extend_schema(operation_id="retrieve_entry", responses=EntrySerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read an entry with its people."""
        return self.show(lambda tournament: _entry_fields(find_entry(tournament, code)))

    @extend_schema(
        operation_id="change_entry",
        request=EntryChangeSerializer,
        responses=EntrySerializer,
        examples=example_body(
            {"names": ["Lia Prado"], "club": "Niterói", "reason": "Misspelled on the list."}
        ),
    )
    def patch(self, request: Request, slug: str, code: str) -> Response:
        """Change names, club and, before the draw, the seed; the record contains no names.

        A judge may until the draw, the coordinator after it. 422 `name_is_theirs` for a person with an
        account, `name_elsewhere` for one who also takes part in tournaments that the caller does not
        organize, `already_entered` for the name of another entry, unless `namesake`; `name_known_here`,
        `person_unclear`, `order_of_pair`, `seed_after_draw`, `reason_missing`. 409 `entry_left`, `finished`.
        """
        given = parse_body(EntryChangeSerializer, request)
        reason = given.pop("reason", "")

        def change_entry_fields(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            change = EntryChange(**_with_tuples(given))
            change_entry(entry, change=change, reason=reason, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_entry(change_entry_fields)


class WithdrawApiView(EntryApiView):
    """Route to withdraw an entry."""

    rights = {"POST": "part"}

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a member of the entry, or staff that may withdraw others.

        A judge may until the draw, the coordinator after it.
        """
        super().require_right(right)
        tournament = self.tournament()
        entry = find_entry(tournament, str(self.kwargs["code"]))
        require_own(tournament, entry, self.player, need_to_change_entries(tournament))

    @extend_schema(
        operation_id="withdraw_entry",
        request=WithdrawalSerializer,
        responses=EntrySerializer,
        examples=example_body({"reason": "Ill."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Withdraw an entry: by one of its own people, a judge (until the draw) or the coordinator.

        It keeps its results. Its seat at a match that has not begun stays empty, or goes to whom the house
        rule `empty_seat` names. While it plays, its sheet says how it leaves: 422 `leaves_by_sheet`. 409
        `entry_left` if it is disqualified, `finished`.
        """
        reason = parse_body(WithdrawalSerializer, request).get("reason", "")

        def withdraw_entry(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            withdraw(entry, reason=reason, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_entry(withdraw_entry)


class CheckInApiView(EntryApiView):
    """Route to check an entry in."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="check_in",
        request=PresenceSerializer,
        responses=EntrySerializer,
        examples=example_body({"pineapples": ["pwr5fkbzz"]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Check an entry in, and note the people who brought a pineapple.

        The first check-in of a tournament commits the secret of its draw. 422 `deck_missing`,
        `pineapples_off`, `not_of_this_entry`; 409 `draw_published`, `entry_left`.
        """
        pineapples = parse_body(PresenceSerializer, request).get("pineapples", [])

        def check_in_entry(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            check_in(entry, pineapples=pineapples, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_entry(check_in_entry)


class CheckOutApiView(EntryApiView):
    """Route to take a check-in back."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="check_out", request=EmptyBody, responses=EntrySerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take a check-in back, with its pineapples; 409 `draw_published`, `entry_left`."""
        parse_body(EmptyBody, request)

        def take_check_in_back(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            check_out(entry, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_entry(take_check_in_back)


class CheckInAllApiView(TournamentApiView):
    """Route to check in all entries."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="check_in_all", request=EmptyBody, responses=CheckedInSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Check in every entry that is not yet checked in, except those whose deck is missing.

        The first check-in of a tournament commits the secret of its draw. 409 `draw_published`.
        """
        parse_body(EmptyBody, request)

        def check_in_and_count_entries(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return {"checked_in": check_in_all(tournament, seen=write.seen, by=write.actor, now=write.now)}

        return self.act_on_tournament(check_in_and_count_entries)


def parse_entry(given: Mapping[str, Any]) -> NewEntry:
    """Return the validated input of a new entry as a value for the services."""
    return NewEntry(**_with_tuples(given))


def _with_tuples(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the values by field, with a tuple for each list."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def _entry_fields(entry: Entry) -> dict[str, object]:
    """Return the entry with its people as JSON."""
    return dict(EntrySerializer(entry_view(entry)).data)
