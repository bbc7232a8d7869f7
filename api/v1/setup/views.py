"""Setup of a tournament: settings, staff, announcement."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import (
    ApiView,
    Plain,
    Shown,
    TournamentApiView,
    WriteRequest,
    WriteResult,
    parsed_body,
    parsed_query,
    serialize_all,
)
from api.field_docs import example_body
from api.pagination import page_of, paged
from api.v1.entries.views import new_entry
from api.v1.setup.serializers import (
    EveningSerializer,
    TournamentChangeSerializer,
    TournamentCreationSerializer,
    TournamentDetailSerializer,
    TournamentQuerySerializer,
    TournamentShownSerializer,
)
from api.v1.setup.staff_serializers import (
    AnnouncementInSerializer,
    AnnouncementSerializer,
    AssignmentSerializer,
    HelperSerializer,
)
from core.errors import Forbidden
from core.http.lan_address import reached_at
from core.http.rate_limit import Purpose, count_success, hit
from scheduling.play_now import Evening, play_now
from tournaments.inputs import TournamentFacts
from tournaments.models import Role, Tournament
from tournaments.policies import role_of
from tournaments.rules_of import facts_of
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import USUAL_TABLES, change_tournament, create_tournament
from tournaments.setup.listing import listed_tournaments
from tournaments.setup.pictures import picture_of
from tournaments.setup.staff import assign_role, find_staff, remove_role, staff_of
from tournaments.setup.type_choice import sizes_of


class TournamentsApiView(ApiView):
    """All that the caller may see."""

    limited = {"GET": Purpose.COSTLY, "POST": Purpose.TOURNAMENT}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="list_tournaments",
        parameters=[TournamentQuerySerializer],
        responses=page_of(TournamentShownSerializer),
    )
    def get(self, request: Request) -> Response:
        """List public tournaments and the caller's own, newest first."""
        given = parsed_query(TournamentQuerySerializer, request)
        if given.get("search"):
            hit(Purpose.COSTLY, self.caller)
        picked = {name: value for name, value in given.items() if name not in ("page", "page_size")}
        found = listed_tournaments(self.player, **picked)
        return Response(paged(request, found, lambda page: serialize_all(TournamentShownSerializer, page)))

    @extend_schema(
        operation_id="create_tournament",
        request=TournamentCreationSerializer,
        responses={201: TournamentDetailSerializer},
        examples=example_body(
            {
                "kind": "campeonato",
                "name": "Mariapaulista",
                "year": 2026,
                "ranked": True,
                "time_limit": 40,
                "starts_at": "2026-11-22T09:00:00-03:00",
                "tables": 3,
            }
        ),
    )
    def post(self, request: Request) -> Response:
        """Create a tournament from its parts; the title follows from them, the caller organizes it."""
        given = parsed_body(TournamentCreationSerializer, request)
        tables = given.pop("tables", USUAL_TABLES)
        facts = _facts(given, self.player)

        def act(doing: WriteRequest) -> WriteResult:
            with count_success(Purpose.TOURNAMENT, self.caller):
                made = create_tournament(facts, by=doing.actor, now=doing.now, tables=tables)
            where = {"Location": request.path + f"{made.slug}/"}
            return WriteResult(detail(self, made), made.ledger.head_seq, where)

        return self.do(act, status=201)


class EveningsApiView(ApiView):
    """Evenings that begin immediately."""

    limited = {"POST": Purpose.TOURNAMENT}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="play_now",
        request=EveningSerializer,
        responses={201: TournamentDetailSerializer},
        examples=example_body(
            {
                "kind": "campeonato",
                "variants": ["xisum"],
                "entries": [{"names": ["Lia Prado"]}, {"names": ["Rui Sá"]}, {"names": ["Eva Lima"]}],
            }
        ),
    )
    def post(self, request: Request) -> Response:
        """Create, draw and call an unranked evening from the names of the people present.

        In one act: a refusal stores nothing. 422 `person_unclear` as for new entries.
        """
        given = parsed_body(EveningSerializer, request)
        entries = [new_entry(one) for one in given.pop("entries")]
        evening = Evening(**{**given, "variants": tuple(given.get("variants", ()))}, entries=entries)

        def act(doing: WriteRequest) -> WriteResult:
            with count_success(Purpose.TOURNAMENT, self.caller):
                made = play_now(evening, by=doing.actor, now=doing.now)
            where = {"Location": reverse("api_tournament", args=[made.slug])}
            return WriteResult(detail(self, made), made.ledger.head_seq, where)

        return self.do(act, status=201)


class OneTournamentApiView(TournamentApiView):
    """One tournament."""

    rights = {"PATCH": "manage"}

    @extend_schema(operation_id="retrieve_tournament", responses=TournamentDetailSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read a tournament.

        Everything that was chosen, its state, the record's number, and the caller's role.
        """
        return self.show(lambda tournament: detail(self, tournament), is_all_recorded=False)

    @extend_schema(
        operation_id="change_tournament",
        request=TournamentChangeSerializer,
        responses=TournamentDetailSerializer,
        examples=example_body(
            {"venue": "Casa das Rosas", "time_limit": None, "house_rules": {"grace_minutes": 15}}
        ),
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change a tournament. Only what is sent changes; the rest stays as it is."""
        given = parsed_body(TournamentChangeSerializer, request)
        reason = given.pop("reason", "")

        def change(tournament: Tournament, doing: WriteRequest) -> Shown:
            seen = tournament.ledger.head_seq if doing.seen is None else doing.seen
            fresh_type = {"kind_version": None} if "kind" in given else {}
            facts = replace(facts_of(tournament), **{**fresh_type, **_other_start(given), **given})
            changed = change_tournament(
                tournament, facts=facts, reason=reason, seen=seen, by=doing.actor, now=doing.now
            )
            return detail(self, changed)

        return self.act(change)


def _facts(given: Mapping[str, Any], by: Player | None) -> TournamentFacts:
    """Return the choices; table sizes are by default those of the type."""
    facts = TournamentFacts(**{"zone": settings.DEFAULT_VENUE_ZONE, **given})
    sizes = sizes_of(facts, by)
    if sizes is None:
        return facts
    low, high = given.get("table_low", sizes.low), given.get("table_high", sizes.high)
    return replace(facts, table_low=low, table_high=high)


def _other_start(given: Mapping[str, Any]) -> dict[str, None]:
    """Return the start field to clear: a time replaces a date without one, and vice versa."""
    pair = (("starts_at", "starts_on"), ("starts_on", "starts_at"))
    return {replaced: None for name, replaced in pair if given.get(name) is not None}


def detail(view: ApiView, tournament: Tournament) -> Plain:
    """Return the tournament with all its settings, for the caller."""
    context = {"role": role_of(tournament, view.player), "picture": _picture(view.request, tournament)}
    return dict(TournamentDetailSerializer(tournament, context=context).data)


def _picture(request: Request, tournament: Tournament) -> Plain | None:
    """Return address and size of its picture; None without one."""
    found = picture_of(tournament)
    if found is None:
        return None
    address, shared = (
        request.build_absolute_uri(reverse(name, args=[tournament.slug, found.digest]))
        for name in ("picture", "picture_shared")
    )
    return {"address": address, "shared": shared, "width": found.width, "height": found.height}


ROLE = OpenApiParameter("role", str, OpenApiParameter.PATH, enum=Role.values)


class HelpersApiView(TournamentApiView):
    """Who has which role."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_staff", responses=HelperSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the staff with their roles. For the staff itself."""
        return self.show(_staff, need="judge")

    @extend_schema(
        operation_id="assign_staff",
        request=AssignmentSerializer,
        responses={201: HelperSerializer(many=True)},
        examples=example_body({"username": "bruno", "role": "judge"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give an account the role of coordinator or judge; again changes nothing.

        403 `organizer_on_page`: another organizer is named on the page for the staff, with the password typed
        again.
        """
        given = parsed_body(AssignmentSerializer, request)
        if given["role"] == Role.ORGANIZER:
            self.require_right("manage")
            raise Forbidden("organizer_on_page", {"page": reverse("staff", args=[slug])})

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            assign_role(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _staff(tournament)

        return self.act(work, status=201)


class OneHelperApiView(TournamentApiView):
    """One role of one person."""

    rights = {"DELETE": "manage"}

    @extend_schema(
        operation_id="remove_staff",
        parameters=[ROLE],
        request=None,
        responses={200: HelperSerializer(many=True)},
    )
    def delete(self, request: Request, slug: str, role: str, person: str) -> Response:
        """Take a role back; the last organizer stays."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            held = find_staff(tournament, person, role)
            remove_role(tournament, staff=held, seen=doing.seen, by=doing.actor, now=doing.now)
            return _staff(tournament)

        return self.act(work)


class AnnouncementApiView(TournamentApiView):
    """The notice that a ranked tournament needs."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="announcement", responses=AnnouncementSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the announcement: the text that is proposed now, and the one that was published."""
        return self.show(self._announcement, is_all_recorded=False)

    @extend_schema(
        operation_id="publish_announcement",
        request=AnnouncementInSerializer,
        responses=AnnouncementSerializer,
        examples=example_body({"text": "Chama: Campeonato Mariapaulista 2026…", "channel": "WhatsApp"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish the announcement: from here on strangers see the tournament and may enter."""
        given = parsed_body(AnnouncementInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return self._announcement(
                publish_announcement(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            )

        return self.act(work)

    def _announcement(self, tournament: Tournament) -> dict[str, object]:
        page, rules = (
            reached_at(self.request, reverse(name, args=[tournament.slug]))
            for name in ("tournament", "regulation")
        )
        typed_at = reached_at(self.request, reverse("access_code"))
        shown = {
            "proposed": announcement_text(tournament, page, rules, typed_at),
            "published": tournament.announcement,
            "announced_at": tournament.announced_at,
        }
        return dict(AnnouncementSerializer(shown).data)


def _staff(tournament: Tournament) -> list[Plain]:
    return serialize_all(HelperSerializer, staff_of(tournament))
