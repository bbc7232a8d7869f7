"""Cancel, archive, delete and duplicate tournaments."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import ApiView, JSONBody, TournamentApiView, WriteRequest, WriteResult
from api.field_docs import MOMENT, SLUG, doc, example_body
from api.scopes import Right
from api.serialization import parse_body
from api.strict import EmptyBody, SmallNumber, StrictFields, Text
from api.v1.setup.serializers import TournamentDetailSerializer, TournamentFactsInSerializer
from api.v1.setup.views import tournament_fields
from core.http.rate_limit import Purpose, count_success
from tournaments.endings import KEPT, archive, cancel, move_to_bin, restore_from_bin, unarchive
from tournaments.finding import binned_tournaments, find_binned, tournament_by_slug
from tournaments.models import Tournament
from tournaments.policies import require
from tournaments.setup.create import create_tournament
from tournaments.setup.duplicate import facts_for_next, tables_for_next


class CancelReasonSerializer(StrictFields):
    """Why; it is public."""

    reason = Text(max_length=1_000, **doc("Why. It is public.", "Sides swapped."))


class DeletionSerializer(StrictFields):
    """The tournament's name, typed again to confirm."""

    name = Text(max_length=300, **doc("The free part of its title, typed again.", "Mariapaulista"))


class CopySerializer(TournamentFactsInSerializer):
    """What is to differ from the tournament that is copied; the rest is as it is there."""

    kind = Text(
        required=False,
        max_length=40,
        **doc("The key of the type: one of the catalogue, or one that a person composed.", "campeonato"),
    )
    name = Text(
        required=False,
        max_length=300,
        **doc("The free part of the title, 1 to 80 characters.", "Mariapaulista"),
    )
    year = SmallNumber(required=False, **doc("The year in the title, and of the season.", 2026))


class WhichSerializer(StrictFields):
    """Which tournament of the caller's bin."""

    slug = Text(max_length=140, **doc("What names the tournament in addresses.", SLUG))


class BinnedSerializer(serializers.Serializer[Mapping[str, object]]):
    """A tournament in the bin of its organizers, and when it is erased for good."""

    slug = serializers.CharField(**doc("What names the tournament in addresses.", SLUG))
    title = serializers.CharField(
        **doc(
            "The whole title; it follows from game, type, name, variants and year.",
            "Chama: Campeonato Mariapaulista 2026",
        )
    )
    binned_at = serializers.DateTimeField(**doc("When it was deleted.", MOMENT))
    erased_at = serializers.DateTimeField(
        **doc("When it is erased for good, thirty days later.", "2026-12-22T12:00:00Z")
    )


class CancellationApiView(TournamentApiView):
    """Route to cancel a tournament."""

    rights = {"POST": "manage"}

    @extend_schema(
        operation_id="cancel_tournament",
        request=CancelReasonSerializer,
        responses=TournamentDetailSerializer,
        examples=example_body({"reason": "The hall is flooded."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Cancel a tournament for good; its pages stay and say why.

        Repeating it changes nothing. 422 `never_public`: delete it instead; `reason_missing`,
        `text_too_long`. 409 `finished`.
        """
        reason = parse_body(CancelReasonSerializer, request)["reason"]

        def cancel_and_show_tournament(tournament: Tournament, write: WriteRequest) -> JSONBody:
            done = cancel(tournament, reason=reason, seen=write.seen, by=write.actor, now=write.now)
            return tournament_fields(self, done)

        return self.act_on_tournament(cancel_and_show_tournament)


class ArchiveApiView(TournamentApiView):
    """Route to archive a tournament that is over."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="archive_tournament", request=EmptyBody, responses=TournamentDetailSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Archive a finished or cancelled tournament: lists leave it out; 409 `not_over` for any other."""
        parse_body(EmptyBody, request)
        return self.act_on_tournament(
            lambda tournament, write: tournament_fields(self, _call_act(archive, tournament, write))
        )


class UnarchiveApiView(TournamentApiView):
    """Route to take a tournament out of the archive."""

    rights = {"POST": "manage"}

    @extend_schema(
        operation_id="unarchive_tournament", request=EmptyBody, responses=TournamentDetailSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take a tournament out of the archive: lists show it again."""
        parse_body(EmptyBody, request)
        return self.act_on_tournament(
            lambda tournament, write: tournament_fields(self, _call_act(unarchive, tournament, write))
        )


class DeletionApiView(TournamentApiView):
    """Route to delete a tournament that was never public."""

    rights = {"POST": "manage"}

    @extend_schema(
        operation_id="delete_tournament",
        request=DeletionSerializer,
        responses=BinnedSerializer,
        examples=example_body({"name": "Mariapaulista"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Delete a tournament that was never public, with its name typed again to confirm.

        It stays in the bin of its organizers for thirty days. 422 `name_mistyped`; `was_public`:
        cancel it instead.
        """
        typed = parse_body(DeletionSerializer, request)["name"]

        def move_to_bin_and_show(tournament: Tournament, write: WriteRequest) -> JSONBody:
            done = move_to_bin(tournament, typed=typed, seen=write.seen, by=write.actor, now=write.now)
            return _binned_fields(done)

        return self.act_on_tournament(move_to_bin_and_show)

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is an organizer of the tournament, even if it is in the bin.

        So the call can be repeated and gets its stored answer.
        """
        ApiView.require_right(self, right)
        require(tournament_by_slug(str(self.kwargs["slug"])), self.player, "restore")


class DuplicationApiView(TournamentApiView):
    """Route to create another tournament like this one."""

    limited = {"POST": Purpose.TOURNAMENT}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="duplicate_tournament",
        request=CopySerializer,
        responses={201: TournamentDetailSerializer},
        examples=example_body(
            {"name": "Mariapaulista", "year": 2027, "starts_at": "2027-11-21T09:00:00-03:00"}
        ),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Duplicate a tournament without people, dates and results; the body says what is to differ.

        Its year is the present one unless the body names another; it gets as many tables as are open here.
        Anyone may who can see the tournament; the caller organizes the copy. 422 as for a new one.
        """
        given = parse_body(CopySerializer, request)

        def create_and_show_copy(tournament: Tournament, write: WriteRequest) -> JSONBody:
            facts = facts_for_next(tournament, year=write.now.year)
            tables = tables_for_next(tournament)
            with count_success(Purpose.TOURNAMENT, self.caller):
                made = create_tournament(
                    replace(facts, **given), by=write.actor, now=write.now, tables=tables
                )
            return tournament_fields(self, made)

        return self.act_on_tournament(create_and_show_copy, status=201)


class BinApiView(ApiView):
    """Route to list the tournaments in the caller's bin."""

    @extend_schema(operation_id="list_bin", responses=BinnedSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's deleted tournaments, the latest deletion first."""
        return Response(
            [_binned_fields(found) for found in binned_tournaments(_require_account(self.player))]
        )


class RestorationApiView(ApiView):
    """Route to restore a tournament from the bin."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="restore_tournament",
        request=WhichSerializer,
        responses=TournamentDetailSerializer,
        examples=example_body({"slug": SLUG}),
    )
    def post(self, request: Request) -> Response:
        """Restore a deleted tournament as it was; 404 if the caller's bin does not have it."""
        slug = parse_body(WhichSerializer, request)["slug"]

        def restore_and_show_tournament(write: WriteRequest) -> WriteResult:
            found = restore_from_bin(find_binned(slug, write.actor), by=write.actor, now=write.now)
            return WriteResult(tournament_fields(self, found), found.ledger.head_seq)

        return self.run_write(restore_and_show_tournament)


def _call_act(work: Callable[..., Tournament], tournament: Tournament, write: WriteRequest) -> Tournament:
    """Call an act with the call's `seen`, `by` and `now`, and return the tournament that it changed."""
    return work(tournament, seen=write.seen, by=write.actor, now=write.now)


def _require_account(player: Player | None) -> Player:
    """Return the player of the call. Raise `NotAuthenticated` (401) if it is anonymous."""
    if player is None:
        raise NotAuthenticated
    return player


def _binned_fields(tournament: Tournament) -> dict[str, object]:
    """Return a tournament in the bin as JSON, with the time when it is erased."""
    at: datetime | None = tournament.binned_at
    shown = {
        "slug": tournament.slug,
        "title": tournament.title,
        "binned_at": at,
        "erased_at": at and at + KEPT,
    }
    return dict(BinnedSerializer(shown).data)
