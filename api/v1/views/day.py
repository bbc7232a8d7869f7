"""The day and what comes of it: now, places, the record, the season."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.conditions import etag, is_known
from api.doors import Doing, Door, Shown, TournamentDoor, parsed
from api.pagination import PageQuery, page_of, paged
from api.strict import Nothing
from api.v1.serializers import day as shapes
from api.v1.serializers.tournaments import TournamentShown
from core.db.looking import one_look
from core.errors import Forbidden
from core.http.limits import Purpose
from records.export import people, record_lines
from rulesets.registry import GAMES
from tournaments.matches.my_day import my_day
from tournaments.models import Tournament
from tournaments.now.selectors import now
from tournaments.standings.finish import finish
from tournaments.standings.selectors import season, seasons, standing
from tournaments.standings.uncounted import uncounted_tables


class Now(TournamentDoor):
    """The tournament's now."""

    @extend_schema(operation_id="now", responses=shapes.Now)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What runs, what waits and for whom, which sheet is missing, which table is free."""
        return self.show(
            lambda tournament: shapes.Now(now(tournament, timezone.now())).data, is_all_recorded=False
        )


class Mine(TournamentDoor):
    """The caller's own day."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="my_day", responses=shapes.Mine)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Where the caller goes next; 404 for somebody who is not entered."""

        def build(tournament: Tournament) -> Any:
            day = my_day(tournament, self.player)
            if day is None:
                raise Forbidden("not_found")
            return shapes.Mine(day).data

        return self.show(build)


class Standing(TournamentDoor):
    """The classification."""

    @extend_schema(operation_id="standing", parameters=[PageQuery], responses=page_of(shapes.StandingPlace))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everybody's place, final or as it stands, with the reason."""
        return self.show_everybody(
            lambda tournament: paged(
                request, standing(tournament), lambda page: shapes.StandingPlace(page, many=True).data
            )
        )


class Uncounted(TournamentDoor):
    """What may be counted before the end."""

    @extend_schema(operation_id="uncounted_tables", responses=shapes.UncountedTable(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Last tables with uncounted cards that could change places; correcting their counts settles it."""
        return self.show(
            lambda tournament: shapes.UncountedTable(uncounted_tables(tournament), many=True).data
        )


class Finish(TournamentDoor):
    """The end."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="finish_tournament", request=Nothing, responses=TournamentShown)
    def post(self, request: Request, slug: str) -> Response:
        """Fix the classification and give the points; 422 while a match has no sheet."""
        parsed(Nothing, request)

        def work(tournament: Tournament, doing: Doing) -> Shown:
            done = finish(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return dict(TournamentShown(done).data)

        return self.act(work)


class Record(TournamentDoor):
    """The record as a file."""

    limited = {"GET": Purpose.RECORD}

    @extend_schema(operation_id="record", responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """`tournament-record/1`: one JSON object a line, chained; `manage.py check_record` verifies it."""
        _ = self.player  # which may be made now, and is no look
        with one_look():
            tournament = self.tournament()
            tag = etag(tournament.ledger.head_seq, tournament.ledger.head_hash.encode())
            if is_known(request, tag):
                return HttpResponse(status=304, headers={"ETag": tag})
            lines = "".join(record_lines(tournament))
        name = f'attachment; filename="{tournament.slug}.record.jsonl"'
        headers = {"ETag": tag, "Content-Disposition": name}
        return HttpResponse(lines, content_type="application/jsonl; charset=utf-8", headers=headers)


class People(TournamentDoor):
    """Names behind the record's codes."""

    @extend_schema(operation_id="people", responses=shapes.RecordPeople)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: names by code, with the head that travels outside the record."""
        return self.show(
            lambda tournament: shapes.RecordPeople(people(tournament)).data,
            need="judge",
            is_all_recorded=False,
        )


class Seasons(Door):
    """Which seasons there are."""

    @extend_schema(operation_id="list_seasons", responses=shapes.SeasonShown(many=True))
    def get(self, request: Request) -> Response:
        """Games and years with a finished ranked tournament, newest first."""
        return Response(shapes.SeasonShown(seasons(), many=True).data)


class Season(Door):
    """The ranking of a year."""

    @extend_schema(operation_id="season", parameters=[PageQuery], responses=page_of(shapes.SeasonPlace))
    def get(self, request: Request, game: str, year: int) -> Response:
        """Points over the finished ranked tournaments whose title bears the year."""
        if game not in GAMES:
            raise Forbidden("not_found")
        places = season(game, year)
        return Response(paged(request, places, lambda page: shapes.SeasonPlace(page, many=True).data))
