"""Setup of a tournament: create, settings, staff, announcement."""

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
from api.base_view import ApiView, JSONBody, TournamentApiView, WriteRequest, WriteResult
from api.field_docs import example_body
from api.pagination import page_serializer, paginate
from api.serialization import JSONObject, parse_body, parse_query, serialize_all
from api.v1.entries.views import parse_entry
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
    """Routes to list tournaments and to create one."""

    limited = {"GET": Purpose.COSTLY, "POST": Purpose.TOURNAMENT}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="list_tournaments",
        parameters=[TournamentQuerySerializer],
        responses=page_serializer(TournamentShownSerializer),
    )
    def get(self, request: Request) -> Response:
        """List public tournaments and those that the caller helps with, newest first.

        Archived ones are left out unless the query asks for them or a `search` finds them.
        """
        given = parse_query(TournamentQuerySerializer, request)
        if given.get("search"):
            hit(Purpose.COSTLY, self.caller)
        picked = {name: value for name, value in given.items() if name not in ("page", "page_size")}
        found = listed_tournaments(self.player, **picked)
        return Response(paginate(request, found, lambda page: serialize_all(TournamentShownSerializer, page)))

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
        """Create a tournament from its parts; the title follows from them, the caller organizes it.

        422 with all that is wrong.
        """
        given = parse_body(TournamentCreationSerializer, request)
        tables = given.pop("tables", USUAL_TABLES)
        facts = _facts_with_defaults(given, self.player)

        def create_and_show_tournament(write: WriteRequest) -> WriteResult:
            with count_success(Purpose.TOURNAMENT, self.caller):
                made = create_tournament(facts, by=write.actor, now=write.now, tables=tables)
            where = {"Location": request.path + f"{made.slug}/"}
            return WriteResult(tournament_fields(self, made), made.ledger.head_seq, where)

        return self.run_write(create_and_show_tournament, status=201)


class EveningsApiView(ApiView):
    """Route to create an evening that begins immediately."""

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

        In one act: a refusal stores nothing. 422 `person_unclear` as for new entries,
        `too_many_for_an_evening`.
        """
        given = parse_body(EveningSerializer, request)
        entries = [parse_entry(one) for one in given.pop("entries")]
        evening = Evening(**{**given, "variants": tuple(given.get("variants", ()))}, entries=entries)

        def start_evening_and_show(write: WriteRequest) -> WriteResult:
            with count_success(Purpose.TOURNAMENT, self.caller):
                made = play_now(evening, by=write.actor, now=write.now)
            where = {"Location": reverse("api_tournament", args=[made.slug])}
            return WriteResult(tournament_fields(self, made), made.ledger.head_seq, where)

        return self.run_write(start_evening_and_show, status=201)


class OneTournamentApiView(TournamentApiView):
    """Routes to read one tournament and to change it."""

    rights = {"PATCH": "manage"}

    @extend_schema(operation_id="retrieve_tournament", responses=TournamentDetailSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read a tournament: all that was chosen, its state, the record's number, the caller's role."""
        return self.show(lambda tournament: tournament_fields(self, tournament), is_all_recorded=False)

    @extend_schema(
        operation_id="change_tournament",
        request=TournamentChangeSerializer,
        responses=TournamentDetailSerializer,
        examples=example_body(
            {"venue": "Casa das Rosas", "time_limit": None, "house_rules": {"grace_minutes": 15}}
        ),
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change a tournament: only what is sent changes.

        Once the draw is published a reason is needed and some fields are closed: 422 `reason_missing`,
        `closed_by_draw`, or all else that is wrong. 409 `finished`. A change applies to the present state; if
        `If-Match` names an older one, 412. More places go to the waiting list.
        """
        given = parse_body(TournamentChangeSerializer, request)
        reason = given.pop("reason", "")

        def change_and_show_tournament(tournament: Tournament, write: WriteRequest) -> JSONBody:
            seen = tournament.ledger.head_seq if write.seen is None else write.seen
            fresh_type = {"kind_version": None} if "kind" in given else {}
            facts = replace(facts_of(tournament), **{**fresh_type, **_cleared_start(given), **given})
            changed = change_tournament(
                tournament, facts=facts, reason=reason, seen=seen, by=write.actor, now=write.now
            )
            return tournament_fields(self, changed)

        return self.act_on_tournament(change_and_show_tournament)


def _facts_with_defaults(given: Mapping[str, Any], by: Player | None) -> TournamentFacts:
    """Return the sent choices as facts; what is missing has its default, table sizes that of the type."""
    facts = TournamentFacts(**{"zone": settings.DEFAULT_VENUE_ZONE, **given})
    sizes = sizes_of(facts, by)
    if sizes is None:
        return facts
    low, high = given.get("table_low", sizes.low), given.get("table_high", sizes.high)
    return replace(facts, table_low=low, table_high=high)


def _cleared_start(given: Mapping[str, Any]) -> dict[str, None]:
    """Return the start field to clear, as None: a sent time replaces a date without one, and a date a time.

    Empty if no start was sent.
    """
    pair = (("starts_at", "starts_on"), ("starts_on", "starts_at"))
    return {replaced: None for name, replaced in pair if given.get(name) is not None}


def tournament_fields(view: ApiView, tournament: Tournament) -> JSONObject:
    """Return the tournament with all its settings as JSON, with the role of the view's caller."""
    context = {"role": role_of(tournament, view.player), "picture": _picture_fields(view.request, tournament)}
    return dict(TournamentDetailSerializer(tournament, context=context).data)


def _picture_fields(request: Request, tournament: Tournament) -> JSONObject | None:
    """Return absolute addresses and size in pixels of the tournament's picture; None without one."""
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
    """Routes to list the staff and to give a role."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_staff", responses=HelperSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the staff with their roles. For the staff."""
        return self.show(_staff_rows, need="judge")

    @extend_schema(
        operation_id="assign_staff",
        request=AssignmentSerializer,
        responses={201: HelperSerializer(many=True)},
        examples=example_body({"username": "bruno", "role": "judge"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give an account the role of coordinator or judge; again changes nothing.

        403 `organizer_on_page`: another organizer is named on the page for the staff, with the password typed
        again. 422 `account_unknown`; 409 `finished`.
        """
        given = parse_body(AssignmentSerializer, request)
        if given["role"] == Role.ORGANIZER:
            self.require_right("manage")
            raise Forbidden("organizer_on_page", {"page": reverse("staff", args=[slug])})

        def assign_role_and_list_staff(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            assign_role(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            return _staff_rows(tournament)

        return self.act_on_tournament(assign_role_and_list_staff, status=201)


class OneHelperApiView(TournamentApiView):
    """Route to take a role from a person."""

    rights = {"DELETE": "manage"}

    @extend_schema(
        operation_id="remove_staff",
        parameters=[ROLE],
        request=None,
        responses={200: HelperSerializer(many=True)},
    )
    def delete(self, request: Request, slug: str, role: str, person: str) -> Response:
        """Take a role from a person; the last organizer stays: 422 `last_organizer`.

        A person without any other role stops looking after tables. 404 without this role; 409 `finished`.
        """

        def remove_role_and_list_staff(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            held = find_staff(tournament, person, role)
            remove_role(tournament, staff=held, seen=write.seen, by=write.actor, now=write.now)
            return _staff_rows(tournament)

        return self.act_on_tournament(remove_role_and_list_staff)


class AnnouncementApiView(TournamentApiView):
    """Routes to read the announcement and to publish it."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="announcement", responses=AnnouncementSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the announcement: the text that is proposed now, and the one that was published."""
        return self.show(self._announcement_fields, is_all_recorded=False)

    @extend_schema(
        operation_id="publish_announcement",
        request=AnnouncementInSerializer,
        responses=AnnouncementSerializer,
        examples=example_body({"text": "Chama: Campeonato Mariapaulista 2026…", "channel": "WhatsApp"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish the announcement: from here on strangers see the tournament, and may enter if it lets them.

        Again replaces the text only. Where the administration accepts tournaments, strangers see it from then
        on. 422 `text_missing`, `text_too_long`, `channel_missing`; 409 `finished`.
        """
        given = parse_body(AnnouncementInSerializer, request)

        def publish_and_show_announcement(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return self._announcement_fields(
                publish_announcement(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            )

        return self.act_on_tournament(publish_and_show_announcement)

    def _announcement_fields(self, tournament: Tournament) -> dict[str, object]:
        """Return the proposed and the published announcement as JSON; addresses are those of this call."""
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


def _staff_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the staff with their roles as JSON."""
    return serialize_all(HelperSerializer, staff_of(tournament))
