"""Matches: found, started, timed, and their sheets."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Persona
from api.doors import Doing, Done, Shown, TournamentDoor, asked, parsed, shaped
from api.pagination import page_of, paged
from api.strict import Nothing
from api.v1.serializers import matches as shapes
from api.v1.serializers.corrections import ReasonIn
from core.errors import Forbidden, Refused, Stale, Violation
from matches.drawn_games import drawn_games_of, extensions_of
from matches.models import Match, PhysicalTable
from matches.paper_times import Played
from matches.sheets import current_sheet, sheet_facts
from rulesets.kernel.sheet import Sheet
from scheduling.services import place_match
from tournaments.disputes.dispute import note_dispute
from tournaments.finding import find_match, find_match_at
from tournaments.matches.bracket import match_view, view_of, views
from tournaments.matches.rounds import bracket
from tournaments.matches.selectors import matches_of
from tournaments.models import Tournament
from tournaments.play.clock import extend_time
from tournaments.play.note_drawn_game import note_drawn_game, take_back_drawn_game
from tournaments.play.pineapples import change_pineapples
from tournaments.play.play import Recorded, call_time, judge_sheet, record_sheet, start_match
from tournaments.play.record_from_paper import record_from_paper
from tournaments.play.redraw import note_redraw, take_back_redraw

ANOTHER_SHEET = "already_recorded"


class Bracket(TournamentDoor):
    """The whole bracket."""

    @extend_schema(operation_id="bracket", parameters=[shapes.RoundQuery], responses=shapes.Bracket)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All rounds, or one; none before the draw."""
        only = asked(shapes.RoundQuery, request).get("round")

        def build(tournament: Tournament) -> Any:
            rounds = [row for row in bracket(tournament) if only in (None, row.number)]
            return shapes.Bracket({"rounds": rounds}).data

        return self.show_everybody(build)


class Matches(TournamentDoor):
    """Matches as a list."""

    @extend_schema(
        operation_id="list_matches", parameters=[shapes.MatchQuery], responses=page_of(shapes.Match)
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Matches in bracket order, picked by state, round, table or entry."""
        given = asked(shapes.MatchQuery, request)
        picked = {"state": given.get("state", ""), "round_": given.get("round")}
        picked |= {name: given.get(name, "") for name in ("table", "entry")}

        def build(tournament: Tournament) -> Any:
            return paged(request, matches_of(tournament, **picked), lambda page: _shown(tournament, page))

        return self.show_everybody(build)


class MatchDoor(TournamentDoor):
    """Base of the routes of one match."""

    def match(self, tournament: Tournament) -> Match:
        """The match of the address, if it is this tournament's."""
        return find_match(tournament, str(self.kwargs["code"]))

    def detail(self, tournament: Tournament) -> dict[str, Any]:
        """The match with the sheet that counts."""
        match = self.match(tournament)
        row = current_sheet(match)
        return {
            **shapes.Match(match_view(tournament, match)).data,
            "sheet": shapes.SheetShown(sheet_facts(row)).data if row else None,
            "drawn_games": shapes.DrawnGame(drawn_games_of(match), many=True).data,
            "extensions": shapes.Extension(extensions_of(match), many=True).data,
        }

    def present_state(self) -> Shown:
        """The match now, with its sheet."""
        tournament = self.tournament()
        detail = self.detail(tournament)
        return {"seq": self.seq(tournament), "match": detail, "sheet": detail["sheet"]}

    def act_on_match(self, work: Any) -> Response:
        """Run a write on the match and show the match after it."""

        def on_tournament(tournament: Tournament, doing: Doing) -> Mapping[str, Any]:
            work(self.match(tournament), doing)
            return self.detail(tournament)

        return self.act(on_tournament)


class OneMatch(MatchDoor):
    """One match."""

    @extend_schema(operation_id="retrieve_match", responses=shapes.MatchDetail)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """The match with its seats, its times, and the sheet that counts."""
        return self.show(self.detail)


class Start(MatchDoor):
    """The game begins."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="start_match", request=Nothing, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Start the match; starting twice is once.

        One without a table takes the first free one, or is refused.
        """
        parsed(Nothing, request)
        return self.act_on_match(
            lambda match, doing: start_match(match, by=doing.actor, now=doing.now, seen=doing.seen)
        )


class Time(MatchDoor):
    """The limit is reached."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="call_time", request=Nothing, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call time: the cycle in progress is the last. Calling twice is once."""
        parsed(Nothing, request)
        return self.act_on_match(
            lambda match, doing: call_time(match, by=doing.actor, now=doing.now, seen=doing.seen)
        )


class Redraw(MatchDoor):
    """A player without realms starts again."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="note_redraw", request=shapes.RedrawIn, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note a redraw: at most two a player and match."""
        player = parsed(shapes.RedrawIn, request)["player"]

        def work(match: Match, doing: Doing) -> None:
            note_redraw(match, persona=_seated(match, player), seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class RedrawTakenBack(MatchDoor):
    """A redraw that was another's."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="take_back_redraw", request=shapes.RedrawIn, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take the player's latest redraw back: it was noted for the wrong person."""
        player = parsed(shapes.RedrawIn, request)["player"]

        def work(match: Match, doing: Doing) -> None:
            persona = _seated(match, player)
            take_back_redraw(match, persona=persona, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class Pineapples(MatchDoor):
    """Who brought a pineapple to the table."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="change_pineapples", request=shapes.PineapplesIn, responses=shapes.MatchDetail
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note who of those seated brought one, for this match and the later ones; until it starts."""
        brought = parsed(shapes.PineapplesIn, request)["pineapples"]

        def work(match: Match, doing: Doing) -> None:
            change_pineapples(match, pineapples=brought, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class Extend(MatchDoor):
    """More time."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="extend_time", request=shapes.ExtensionIn, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Give the game in play more time, from now where time is over; a call of time is taken back."""
        given = parsed(shapes.ExtensionIn, request)

        def work(match: Match, doing: Doing) -> None:
            extend_time(match, **given, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class DrawnGames(MatchDoor):
    """Games that nobody won."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="note_drawn_game", request=shapes.SheetIn, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note a game whose sheet is refused with `game_drawn` alone: the match begins anew."""
        sheet = shapes.sheet_of(parsed(shapes.SheetIn, request))

        def work(match: Match, doing: Doing) -> None:
            note_drawn_game(match, sheet=sheet, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class DrawnGameTakenBack(MatchDoor):
    """A drawn game that was none."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="take_back_drawn_game", request=ReasonIn, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take the latest drawn game back: it goes on with the clock that it had."""
        reason = parsed(ReasonIn, request)["reason"]

        def work(match: Match, doing: Doing) -> None:
            take_back_drawn_game(match, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class Place(MatchDoor):
    """A match at a table, by hand."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="place_match", request=shapes.TablePlacing, responses=shapes.MatchDetail)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call the match to a free physical table."""
        label = parsed(shapes.TablePlacing, request)["table"]

        def work(match: Match, doing: Doing) -> None:
            place_match(match, table=_table(match, label), seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class Check(MatchDoor):
    """What the rules would say."""

    rights = {"POST": "judge"}
    is_repeatable = False

    @extend_schema(operation_id="check_sheet", request=shapes.SheetIn, responses=shapes.Verdict)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Judge a sheet without storing it."""
        sheet = shapes.sheet_of(parsed(shapes.SheetIn, request))
        verdict = judge_sheet(self.match(self.tournament("judge")), sheet)
        return Response(shapes.Verdict(verdict).data)


class SheetDoor(MatchDoor):
    """The sheet of a match."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="retrieve_sheet", responses=shapes.SheetShown)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """The sheet that counts; 404 where none is recorded."""
        return self.show(lambda tournament: _current(self.match(tournament)))

    @extend_schema(operation_id="record_sheet", request=shapes.RecordIn, responses=shapes.Recorded)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Record how the match ended, and seat who goes on.

        The same content by somebody else is no error (`already_by`); another content is 409 with the
        sheet that counts, and the match is reviewed; a broken rule is 422; a tie for the first place
        is 422 `open_tie`.
        """
        given = parsed(shapes.RecordIn, request)
        sheet = shapes.sheet_of(given)
        try:
            return self.do(lambda doing: self._record(doing, sheet, given))
        except Stale as stale:
            if stale.code == ANOTHER_SHEET:
                self._dispute(sheet)
            raise

    def _dispute(self, sheet: Sheet) -> None:
        """An act of its own: the refusal took everything else back."""
        match, player = self.match(self.tournament()), self.player
        if player is not None:
            note_dispute(match, sheet=sheet, by=player, now=timezone.now())

    def _record(self, doing: Doing, sheet: Sheet, given: Mapping[str, Any]) -> Done:
        tournament, match = find_match_at(str(self.kwargs["slug"]), str(self.kwargs["code"]), self.player)
        recorded = _recorder(given.get("paper"))(
            match,
            sheet=sheet,
            report=doing.key,
            seen=doing.seen,
            own_match=bool(given.get("own_match")),
            by=doing.actor,
            now=doing.now,
        )
        shown = {
            "sheet": shaped(shapes.SheetShown, sheet_facts(recorded.sheet, recorded.lineup.lines)),
            "verdict": shaped(shapes.Verdict, recorded.verdict),
            "repeated": recorded.repeated,
            "already_by": recorded.already_by,
            "match": shaped(shapes.Match, view_of(tournament, recorded.lineup)),
        }
        return Done(shown, recorded.seq)


def _recorder(slip: Mapping[str, Any] | None) -> Callable[..., Recorded]:
    """How a sheet is recorded: as it is sent from the table, or as a slip of paper has it."""
    if not slip:
        return record_sheet
    return partial(record_from_paper, played=Played(slip.get("began"), slip["ended"]))


def _shown(tournament: Tournament, page: list[Match]) -> list[Any]:
    ids = [match.pk for match in page]
    return list(shapes.Match(views(tournament, Match.objects.filter(pk__in=ids)), many=True).data)


def _current(match: Match) -> Any:
    row = current_sheet(match)
    if row is None:
        raise Forbidden("not_found")
    return shapes.SheetShown(sheet_facts(row)).data


def _table(match: Match, label: str) -> PhysicalTable:
    table = PhysicalTable.objects.filter(ledger=match.ledger_id, label=label).first()
    if table is None:
        raise Refused([Violation("table_unknown", {"table": label}, "table")])
    return table


def _seated(match: Match, code: str) -> Persona:
    seat = match.seats.filter(persona__code=code).select_related("persona").first()
    if seat is None or seat.persona is None:
        raise Refused([Violation("player_not_seated", {"player": code}, "player")])
    return seat.persona
