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
from api.base_view import ApiView, Shown, TournamentApiView, WriteRequest, WriteResult, parsed_body
from api.field_docs import MOMENT, SLUG, doc, example_body
from api.scopes import Right
from api.strict import EmptyBody, SmallNumber, StrictFields, Text
from api.v1.setup.serializers import TournamentDetailSerializer, TournamentFactsInSerializer
from api.v1.setup.views import detail
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
    """What is to be otherwise than in the tournament that is copied; the rest is as it is there."""

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
    """A tournament in the caller's bin."""

    slug = Text(max_length=140, **doc("What names the tournament in addresses.", SLUG))


class BinnedSerializer(serializers.Serializer[Mapping[str, object]]):
    """A tournament in the caller's bin, and when it is erased."""

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
    """A tournament is called off."""

    rights = {"POST": "manage"}

    @extend_schema(
        operation_id="cancel_tournament",
        request=CancelReasonSerializer,
        responses=TournamentDetailSerializer,
        examples=example_body({"reason": "The hall is flooded."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Cancel a tournament for good; its pages stay and say why. 422 `never_public`: delete it instead."""
        reason = parsed_body(CancelReasonSerializer, request)["reason"]

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            done = cancel(tournament, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)
            return detail(self, done)

        return self.act(work)


class ArchiveApiView(TournamentApiView):
    """What is over leaves the lists."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="archive_tournament", request=EmptyBody, responses=TournamentDetailSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Archive a finished or cancelled tournament."""
        parsed_body(EmptyBody, request)
        return self.act(lambda tournament, doing: detail(self, _away(archive, tournament, doing)))


class UnarchiveApiView(TournamentApiView):
    """Out of the archive."""

    rights = {"POST": "manage"}

    @extend_schema(
        operation_id="unarchive_tournament", request=EmptyBody, responses=TournamentDetailSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take a tournament out of the archive."""
        parsed_body(EmptyBody, request)
        return self.act(lambda tournament, doing: detail(self, _away(unarchive, tournament, doing)))


class DeletionApiView(TournamentApiView):
    """Delete a tournament that was never public."""

    rights = {"POST": "manage"}

    @extend_schema(
        operation_id="delete_tournament",
        request=DeletionSerializer,
        responses=BinnedSerializer,
        examples=example_body({"name": "Mariapaulista"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Delete a tournament that was never public.

        It is in the caller's bin for thirty days; 422 `was_public` if it must be cancelled instead.
        """
        typed = parsed_body(DeletionSerializer, request)["name"]

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            done = move_to_bin(tournament, typed=typed, seen=doing.seen, by=doing.actor, now=doing.now)
            return _binned(done)

        return self.act(work)

    def require_right(self, right: Right) -> None:
        """Let its organizers repeat the call: the stored answer is about a tournament in the bin."""
        ApiView.require_right(self, right)
        require(tournament_by_slug(str(self.kwargs["slug"])), self.player, "restore")


class DuplicationApiView(TournamentApiView):
    """Another tournament like this one."""

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
        """Duplicate a tournament without people, dates and results; the body says what is otherwise.

        Its year is the present one unless the body names another.
        """
        given = parsed_body(CopySerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            facts = facts_for_next(tournament, year=doing.now.year)
            tables = tables_for_next(tournament)
            with count_success(Purpose.TOURNAMENT, self.caller):
                made = create_tournament(
                    replace(facts, **given), by=doing.actor, now=doing.now, tables=tables
                )
            return detail(self, made)

        return self.act(work, status=201)


class BinApiView(ApiView):
    """What the caller has deleted."""

    @extend_schema(operation_id="list_bin", responses=BinnedSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's deleted tournaments, the latest first."""
        return Response([_binned(found) for found in binned_tournaments(_known(self.player))])


class RestorationApiView(ApiView):
    """Out of the bin."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="restore_tournament",
        request=WhichSerializer,
        responses=TournamentDetailSerializer,
        examples=example_body({"slug": SLUG}),
    )
    def post(self, request: Request) -> Response:
        """Restore a deleted tournament as it was."""
        slug = parsed_body(WhichSerializer, request)["slug"]

        def act(doing: WriteRequest) -> WriteResult:
            found = restore_from_bin(find_binned(slug, doing.actor), by=doing.actor, now=doing.now)
            return WriteResult(detail(self, found), found.ledger.head_seq)

        return self.do(act)


def _away(work: Callable[..., Tournament], tournament: Tournament, doing: WriteRequest) -> Tournament:
    """Run an act that takes seen, actor and moment."""
    return work(tournament, seen=doing.seen, by=doing.actor, now=doing.now)


def _known(player: Player | None) -> Player:
    """Return the signed-in player. Raise `NotAuthenticated` if there is none."""
    if player is None:
        raise NotAuthenticated
    return player


def _binned(tournament: Tournament) -> dict[str, object]:
    at: datetime | None = tournament.binned_at
    shown = {
        "slug": tournament.slug,
        "title": tournament.title,
        "binned_at": at,
        "erased_at": at and at + KEPT,
    }
    return dict(BinnedSerializer(shown).data)
