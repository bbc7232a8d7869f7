"""Entries that leave, come back, come late or replace a member; with previews."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import example_body
from api.scopes import Right
from api.serialization import parse_body, parse_query, serialize_all
from api.v1.corrections.serializers import ReasonInSerializer
from api.v1.departures.serializers import (
    DecisionShownSerializer,
    DisqualificationSerializer,
    DropMissingSerializer,
    DroppedSerializer,
    FreeSideSerializer,
    LateEntrySerializer,
    MissingQuerySerializer,
    NoShowSerializer,
    SubstitutionSerializer,
)
from api.v1.entries.serializers import EntrySerializer as EntryShown
from api.v1.entries.views import EntryApiView, parse_entry
from core.errors import Forbidden
from matches.models import Entry
from rulesets.kernel.sheet import Cut
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.departures.enter_late import enter_late
from tournaments.departures.late_places import late_places
from tournaments.departures.no_show import preview_no_show, withdraw_missing
from tournaments.departures.preview_decisions import preview_decisions
from tournaments.departures.reinstate import reinstate
from tournaments.departures.substitute import Substitute, substitute
from tournaments.entries.check_in_list import entry_view
from tournaments.finding import find_entry, find_match
from tournaments.models import Tournament
from tournaments.policies import need_to_change_entries, require


class DecisionsApiView(EntryApiView):
    """Route to preview decisions about an entry."""

    @extend_schema(operation_id="list_decisions", responses=DecisionShownSerializer(many=True))
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Preview decisions about an entry: every match and place that each would change.

        Withdraw and disqualify; for an entry that left, reinstate, and disqualify if it withdrew. For the
        coordinator; nothing is stored.
        """

        def preview_each_decision(tournament: Tournament) -> JSONBody:
            if self.player is None:
                raise NotAuthenticated
            found = preview_decisions(
                tournament, find_entry(tournament, code), by=self.player, now=timezone.now()
            )
            return serialize_all(DecisionShownSerializer, found)

        return self.show(preview_each_decision, need="coordinate", is_all_recorded=False)


class DisqualifyApiView(EntryApiView):
    """Route to disqualify an entry outside a match."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="disqualify_entry",
        request=DisqualificationSerializer,
        responses=EntryShown,
        examples=example_body({"reason": "Cards up the sleeve.", "remedies": {"m7xk2qpw": "replay"}}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Disqualify an entry; a place that it had won goes to the next in the placement.

        422 `open_tie` names the sides that must cut first, `remedy_needed` the matches that began,
        `leaves_by_sheet` the match that it plays; `not_won_by_entry`, `reason_missing`. 409 `finished`.
        """
        given = parse_body(DisqualificationSerializer, request)

        def disqualify_as_coordinator(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            require(tournament, write.actor, "coordinate")
            disqualify(
                entry,
                reason=given["reason"],
                deciding=_parse_decisions(tournament, given),
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )

        return self.act_on_entry(disqualify_as_coordinator)


class ChangedByStaffApiView(EntryApiView):
    """Base of what a judge does with an entry until the draw, and the coordinator later."""

    rights = {"POST": "judge"}

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a judge until the draw, a coordinator after it."""
        super().require_right(right)
        self.tournament(need_to_change_entries(self.tournament()))


class ReinstateApiView(ChangedByStaffApiView):
    """Route to reinstate an entry that left."""

    @extend_schema(
        operation_id="reinstate_entry",
        request=ReasonInSerializer,
        responses=EntryShown,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Reinstate an entry: it takes part again, at its seat if that is free.

        One that has not left stays as it is. 422 `seat_gone` or `seat_taken` if its match went on without it,
        `disqualified_on_sheet` (correct that sheet), `person_in_two_entries`, `full`, `groups_fixed`,
        `reason_missing`. 409 `entries_closed` if it is not in the draw, `finished`.
        """
        reason = parse_body(ReasonInSerializer, request)["reason"]

        def reinstate_entry(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            reinstate(entry, reason=reason, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_entry(reinstate_entry)


class SubstituteApiView(ChangedByStaffApiView):
    """Route to exchange a member of a pair."""

    @extend_schema(
        operation_id="substitute_member",
        request=SubstitutionSerializer,
        responses=EntryShown,
        examples=example_body({"leaving": "pwr5fkbzz", "name": "Zeca Nunes", "reason": "Ill."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Exchange a member of a pair before its first match, if the tournament allows it.

        422 `substitute_off`, `substitute_too_late`, `substitute_needs_pair`, `not_of_this_entry`,
        `reason_missing`, and as for the names of new entries; 409 `entry_left`, `finished`.
        """
        given = parse_body(SubstitutionSerializer, request)
        coming = Substitute(given["name"], given.get("player", ""), given.get("namesake", False))

        def exchange_member(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            substitute(
                entry,
                leaving=given["leaving"],
                coming=coming,
                reason=given.get("reason", ""),
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )

        return self.act_on_entry(exchange_member)


class NoShowApiView(TournamentApiView):
    """Routes to preview what can be done about missing players, and to withdraw their entries."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="look_at_no_show",
        parameters=[MissingQuerySerializer],
        responses=NoShowSerializer,
    )
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Preview what can be done about missing players: what each choice would change.

        For a judge; nothing is stored. 404 if no player is awaited: the match began, ended, or has no
        opponents yet.
        """

        def preview_choices_about_missing(tournament: Tournament) -> JSONBody:
            if self.player is None:
                raise NotAuthenticated
            missing = parse_query(MissingQuerySerializer, request).get("missing", "").split()
            match, now = find_match(tournament, code), timezone.now()
            look = preview_no_show(tournament, match, missing=missing, by=self.player, now=now)
            if look is None:
                raise Forbidden("not_found")
            return NoShowSerializer(look).data

        return self.show(preview_choices_about_missing, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="drop_missing",
        request=DropMissingSerializer,
        responses=DroppedSerializer,
        examples=example_body({"missing": ["pwr5fkbzz"], "reason": "Did not come to the table."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Withdraw the entries of missing players, all of them or none; answers with their codes.

        For the coordinator. 409 `match_…` (its state) if the match began since; 422
        `nobody_missing`, `not_of_this_match`.
        """
        given = parse_body(DropMissingSerializer, request)

        def withdraw_missing_and_list_codes(tournament: Tournament, write: WriteRequest) -> JSONBody:
            match = find_match(tournament, code)
            gone = withdraw_missing(match, **given, seen=write.seen, by=write.actor, now=write.now)
            return {"entries": [entry.code for entry in gone]}

        return self.act_on_tournament(withdraw_missing_and_list_codes)


class LateEntriesApiView(TournamentApiView):
    """Routes to list the free places of round 1, and to enter late."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_free_sides", responses=FreeSideSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List places of round 1 that a late entry could take, the sensible ones first.

        Empty seats, then chairs, then places of absent entries; in each kind the smallest tables first. Empty
        before the draw and after the end.
        """
        return self.show(lambda tournament: serialize_all(FreeSideSerializer, late_places(tournament)))

    @extend_schema(
        operation_id="enter_late",
        request=LateEntrySerializer,
        responses={201: EntryShown},
        examples=example_body({"names": ["Lia Prado"], "match": "m7xk2qpw", "side": 2, "reason": "The bus."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter after the draw, at a match of round 1 that has not begun; it is noted.

        The entry takes an empty side, or the side after the last one at a table below its maximum, or that of
        an absent entry, `instead_of`, which is withdrawn. 422 `seat_not_free` for any other, `groups_fixed`,
        `reason_missing`, and as for new entries; 409 `not_drawn`, `finished`.
        """
        given = parse_body(LateEntrySerializer, request)
        match, side, reason = (given.pop(key) for key in ("match", "side", "reason"))
        instead_of = given.pop("instead_of", "")

        def enter_late_and_show_entry(tournament: Tournament, write: WriteRequest) -> JSONBody:
            require(tournament, write.actor, "coordinate")
            late = enter_late(
                find_match(tournament, match),
                side=side,
                instead_of=instead_of,
                entry=parse_entry(given),
                reason=reason,
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )
            return dict(EntryShown(entry_view(late)).data)

        return self.act_on_tournament(enter_late_and_show_entry, status=201)


def _parse_decisions(tournament: Tournament, given: Mapping[str, Any]) -> LostPlaceDecisions:
    """Return the validated decisions about the lost place (match, remedies, cuts, rulings) as a value.

    Raise `Forbidden` `not_found` for an unknown match.
    """
    named = given.get("match")
    return LostPlaceDecisions(
        match=find_match(tournament, named) if named else None,
        remedies=given.get("remedies", {}),
        cuts={match: _parse_cuts(cuts) for match, cuts in given.get("cuts", {}).items()},
        rulings=given.get("rulings", {}),
    )


def _parse_cuts(cuts: Sequence[Mapping[str, Any]]) -> tuple[Cut, ...]:
    """Return the validated cuts of cards as values, in their order."""
    return tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in cuts)
