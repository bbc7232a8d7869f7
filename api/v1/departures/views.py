"""Entries that leave, come back, come late or replace a member; with previews."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Shown, TournamentApiView, WriteRequest, parsed_body, parsed_query, serialize_all
from api.field_docs import example_body
from api.scopes import Right
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
from api.v1.entries.views import EntryApiView, new_entry
from core.errors import Forbidden
from matches.models import Entry
from rulesets.kernel.sheet import Cut
from tournaments.departures.disqualify import Deciding, disqualify
from tournaments.departures.enter_late import enter_late
from tournaments.departures.late_places import late_places
from tournaments.departures.no_show import preview_no_show, withdraw_missing
from tournaments.departures.preview_decisions import preview_decisions
from tournaments.departures.reinstate import reinstate
from tournaments.departures.substitute import Substitute, substitute
from tournaments.entries.check_in_list import entry_view
from tournaments.finding import find_entry, find_match
from tournaments.models import Tournament
from tournaments.policies import require, to_change_entries


class DecisionsApiView(EntryApiView):
    """What could be decided about an entry."""

    @extend_schema(operation_id="list_decisions", responses=DecisionShownSerializer(many=True))
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Preview decisions about an entry: every match and place that each would change.

        For the coordinator; nothing is stored.
        """

        def build(tournament: Tournament) -> object:
            if self.player is None:
                raise NotAuthenticated
            found = preview_decisions(
                tournament, find_entry(tournament, code), by=self.player, now=timezone.now()
            )
            return serialize_all(DecisionShownSerializer, found)

        return self.show(build, need="coordinate", is_all_recorded=False)


class DisqualifyApiView(EntryApiView):
    """An entry is disqualified outside a match."""

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
        `leaves_by_sheet` the match that it plays.
        """
        given = parsed_body(DisqualificationSerializer, request)

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            require(tournament, doing.actor, "coordinate")
            disqualify(
                entry,
                reason=given["reason"],
                deciding=_deciding(tournament, given),
                seen=doing.seen,
                by=doing.actor,
                now=doing.now,
            )

        return self.act_on_entry(work)


class ChangedByStaffApiView(EntryApiView):
    """Base of what a judge does with an entry until the draw, and the coordinator later."""

    rights = {"POST": "judge"}

    def require_right(self, right: Right) -> None:
        """Require a coordinator: after the draw a judge may not do it."""
        super().require_right(right)
        self.tournament(to_change_entries(self.tournament()))


class ReinstateApiView(ChangedByStaffApiView):
    """An entry comes back."""

    @extend_schema(
        operation_id="reinstate_entry",
        request=ReasonInSerializer,
        responses=EntryShown,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Reinstate an entry: the same one, and its seat if it is free (422 `seat_gone`, `seat_taken`)."""
        reason = parsed_body(ReasonInSerializer, request)["reason"]

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            reinstate(entry, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_entry(work)


class SubstituteApiView(ChangedByStaffApiView):
    """A pair exchanges a member."""

    @extend_schema(
        operation_id="substitute_member",
        request=SubstitutionSerializer,
        responses=EntryShown,
        examples=example_body({"leaving": "pwr5fkbzz", "name": "Zeca Nunes", "reason": "Ill."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Exchange a member of a pair before its first match, if the tournament allows it."""
        given = parsed_body(SubstitutionSerializer, request)
        coming = Substitute(given["name"], given.get("player", ""), given.get("namesake", False))

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            substitute(
                entry,
                leaving=given["leaving"],
                coming=coming,
                reason=given.get("reason", ""),
                seen=doing.seen,
                by=doing.actor,
                now=doing.now,
            )

        return self.act_on_entry(work)


class NoShowApiView(TournamentApiView):
    """Players who did not come to their table."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="look_at_no_show",
        parameters=[MissingQuerySerializer],
        responses=NoShowSerializer,
    )
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Preview what can be done about missing players: what each choice would change.

        For a judge; nothing is stored.

        404 if no player is awaited: it began, ended, or has no opponents yet.
        """

        def build(tournament: Tournament) -> object:
            if self.player is None:
                raise NotAuthenticated
            missing = parsed_query(MissingQuerySerializer, request).get("missing", "").split()
            match, now = find_match(tournament, code), timezone.now()
            look = preview_no_show(tournament, match, missing=missing, by=self.player, now=now)
            if look is None:
                raise Forbidden("not_found")
            return NoShowSerializer(look).data

        return self.show(build, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="drop_missing",
        request=DropMissingSerializer,
        responses=DroppedSerializer,
        examples=example_body({"missing": ["pwr5fkbzz"], "reason": "Did not come to the table."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Withdraw the missing entries, all of them or none."""
        given = parsed_body(DropMissingSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            match = find_match(tournament, code)
            gone = withdraw_missing(match, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return {"entries": [entry.code for entry in gone]}

        return self.act(work)


class LateEntriesApiView(TournamentApiView):
    """Free places of round 1, and late entries."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_free_sides", responses=FreeSideSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List places that a late entry could take, the sensible ones first."""
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
        an absent entry, `instead_of`, which is withdrawn. 422 `seat_not_free` for any other.
        """
        given = parsed_body(LateEntrySerializer, request)
        match, side, reason = (given.pop(key) for key in ("match", "side", "reason"))
        instead_of = given.pop("instead_of", "")

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            require(tournament, doing.actor, "coordinate")
            late = enter_late(
                find_match(tournament, match),
                side=side,
                instead_of=instead_of,
                entry=new_entry(given),
                reason=reason,
                seen=doing.seen,
                by=doing.actor,
                now=doing.now,
            )
            return dict(EntryShown(entry_view(late)).data)

        return self.act(work, status=201)


def _deciding(tournament: Tournament, given: Mapping[str, Any]) -> Deciding:
    """Return the sent decisions about the lost place as a value."""
    named = given.get("match")
    return Deciding(
        match=find_match(tournament, named) if named else None,
        remedies=given.get("remedies", {}),
        cuts={match: _cuts(cuts) for match, cuts in given.get("cuts", {}).items()},
        rulings=given.get("rulings", {}),
    )


def _cuts(cuts: Sequence[Mapping[str, Any]]) -> tuple[Cut, ...]:
    return tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in cuts)
