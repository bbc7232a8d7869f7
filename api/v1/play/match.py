"""A match in progress: start, time, table, redraws, suits, extensions, drawn games (without a winner)."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Persona
from api.base_view import WriteRequest
from api.field_docs import example_body
from api.serialization import parse_body
from api.strict import EmptyBody
from api.v1.corrections.serializers import ReasonInSerializer
from api.v1.matches import (
    ExtensionInSerializer,
    MatchApiView,
    MatchDetailSerializer,
    PineapplesInSerializer,
    RedrawInSerializer,
    StarterInSerializer,
    SuitsInSerializer,
    TablePlacingSerializer,
)
from api.v1.sheets.serializers import SheetInSerializer, parse_sheet
from core.errors import Refused, Violation
from matches.models import Match, PhysicalTable
from rulesets.kernel.turns import StarterCut
from scheduling.dispatcher import place_match
from tournaments.play.clock import extend_time
from tournaments.play.notes import (
    change_pineapples,
    note_drawn_game,
    note_redraw,
    take_back_drawn_game,
    take_back_redraw,
)
from tournaments.play.play import call_time, start_match
from tournaments.play.starter import note_starter
from tournaments.play.suits import choose_suits


class StartApiView(MatchApiView):
    """Route to start a match."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="start_match", request=EmptyBody, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Start the match; repeating it changes nothing.

        One without a table takes the first free one: 422 `no_table_free`, `no_accessible_table_free`,
        `players_busy`. 422 `opponents_missing`; 409 `match_waiting`, `match_ended`, `finished`.
        """
        parse_body(EmptyBody, request)
        return self.act_on_match(
            lambda match, write: start_match(match, by=write.actor, now=write.now, seen=write.seen)
        )


class TimeApiView(MatchApiView):
    """Route to call time in a match."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="call_time", request=EmptyBody, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call time: the cycle in progress is the last. Repeating it changes nothing.

        422 `time_not_reached`, `no_time_limit`; 409 `match_…` (its state) before the match is played,
        `finished`.
        """
        parse_body(EmptyBody, request)
        return self.act_on_match(
            lambda match, write: call_time(match, by=write.actor, now=write.now, seen=write.seen)
        )


class RedrawApiView(MatchApiView):
    """Route to note that a player restarts the game (redraw)."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="note_redraw",
        request=RedrawInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"player": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note a redraw: a player without realms restarts the game, at most twice in a match.

        422 `player_not_seated`, or what the game says, as `redraw_limit`; 409 `match_…` (its state) unless it
        is played, `finished`.
        """
        player = parse_body(RedrawInSerializer, request)["player"]

        def note_redraw_of_player(match: Match, write: WriteRequest) -> None:
            note_redraw(
                match,
                persona=_find_seated_person(match, player),
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )

        return self.act_on_match(note_redraw_of_player)


class RedrawTakenBackApiView(MatchApiView):
    """Route to take back a redraw that was noted for the wrong person."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="take_back_redraw",
        request=RedrawInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"player": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take a player's latest redraw back: it was noted for the wrong person.

        422 `player_not_seated`, `no_redraw`, `record_too_old` for a record of the first formats; 409
        `match_…` (its state) unless the match is played, `finished`.
        """
        player = parse_body(RedrawInSerializer, request)["player"]

        def take_redraw_back(match: Match, write: WriteRequest) -> None:
            persona = _find_seated_person(match, player)
            take_back_redraw(match, persona=persona, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_match(take_redraw_back)


class PineapplesApiView(MatchApiView):
    """Route to note who brought a pineapple to a match."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="change_pineapples",
        request=PineapplesInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"pineapples": ["pwr5fkbzz"]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Set who brought a pineapple, for this match and all later ones; until it starts.

        422 `pineapples_off` if that variant is off, `not_at_this_table`, `not_in_record`; 409
        `match_playing`, `match_ended`, `finished`.
        """
        brought = parse_body(PineapplesInSerializer, request)["pineapples"]

        def store_pineapples(match: Match, write: WriteRequest) -> None:
            change_pineapples(match, pineapples=brought, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_match(store_pineapples)


class StarterApiView(MatchApiView):
    """Route to note which seat began the game."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="note_starter",
        request=StarterInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"cuts": [{"seats": [1, 2], "cards": ["K", "9"]}]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note the seat that began the game in play, while it is played; both fields empty remove it.

        422 `starter_tied` names the seats that cut again; `starter_off`, `starter_seat`, `starter_cut_wrong`,
        `not_in_record`. 409 `match_…` (its state) unless it is played, `finished`.
        """
        given = parse_body(StarterInSerializer, request)
        cuts = [StarterCut(tuple(cut["seats"]), tuple(cut["cards"])) for cut in given["cuts"]]

        def store_starter(match: Match, write: WriteRequest) -> None:
            seat, seen = given["seat"], write.seen
            note_starter(match, seat=seat, cuts=cuts, seen=seen, by=write.actor, now=write.now)

        return self.act_on_match(store_starter)


class SuitsApiView(MatchApiView):
    """Route to set the suits of the seats of a match."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="choose_suits",
        request=SuitsInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"suits": ["clubs", "hearts"]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Set the suits that the seated people exchanged or chose, for this match; until it starts.

        422 `suits_off`, `suits_incomplete`, `suit_unknown`, `suit_twice`; 409 `match_waiting`,
        `match_playing`, `match_ended`, `finished`.
        """
        suits = parse_body(SuitsInSerializer, request)["suits"]

        def store_suits(match: Match, write: WriteRequest) -> None:
            choose_suits(match, suits=suits, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_match(store_suits)


class ExtendApiView(MatchApiView):
    """Route to extend the time of a match."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="extend_time",
        request=ExtensionInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"minutes": 5, "reason": "The lights went out."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Give the game in play more time, from now on if time is over; a call of time is taken back.

        422 `no_time_limit`, `extension_out_of_range`, `extra_time_too_long`, `reason_missing`; 409 `match_…`
        (its state) unless it is played, `finished`.
        """
        given = parse_body(ExtensionInSerializer, request)

        def extend_time_of_game(match: Match, write: WriteRequest) -> None:
            extend_time(match, **given, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_match(extend_time_of_game)


class DrawnGamesApiView(MatchApiView):
    """Route to note a game without a winner."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="note_drawn_game",
        request=SheetInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body(
            {
                "ended_by": "time",
                "lines": [
                    {"player": "pwr5fkbzz", "castle": 12, "wall": 3},
                    {"player": "pgyfdbhad", "castle": 12, "wall": 3},
                ],
            }
        ),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note a game without a winner: the match begins again, with the whole time.

        Its sheet must be one that is refused with `game_drawn` alone; 422 `game_has_winner`, or all that is
        wrong. Its redraws are forgotten. 409 `match_…` (its state) unless it is played, `finished`.
        """
        sheet = parse_sheet(parse_body(SheetInSerializer, request))

        def note_drawn_game_and_restart(match: Match, write: WriteRequest) -> None:
            note_drawn_game(match, sheet=sheet, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_match(note_drawn_game_and_restart)


class DrawnGameTakenBackApiView(MatchApiView):
    """Route to take back a drawn game that was noted by mistake."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="take_back_drawn_game",
        request=ReasonInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take the latest drawn game back: that game goes on with the clock that it had.

        422 `nothing_to_take_back`, `reason_missing`; 409 `match_…` (its state) unless it is played,
        `finished`.
        """
        reason = parse_body(ReasonInSerializer, request)["reason"]

        def take_back_and_resume_game(match: Match, write: WriteRequest) -> None:
            take_back_drawn_game(match, reason=reason, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_match(take_back_and_resume_game)


class PlaceApiView(MatchApiView):
    """Route to call a match to a table by hand."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="place_match",
        request=TablePlacingSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"table": "1"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call a match to a free physical table, or move it to another one before it ends.

        At this table already, it stays unchanged. 422 `table_unknown`, `table_closed`, `table_busy`,
        `players_busy`; 409 `match_waiting`, `match_ended`.
        """
        label = parse_body(TablePlacingSerializer, request)["table"]

        def call_match_to_table(match: Match, write: WriteRequest) -> None:
            place_match(
                match, table=_find_table(match, label), seen=write.seen, by=write.actor, now=write.now
            )

        return self.act_on_match(call_match_to_table)


def _find_table(match: Match, label: str) -> PhysicalTable:
    """Return the physical table with this label. Raise `Refused` `table_unknown` if there is none."""
    table = PhysicalTable.objects.filter(ledger=match.ledger_id, label=label).first()
    if table is None:
        raise Refused([Violation("table_unknown", {"table": label}, "table")])
    return table


def _find_seated_person(match: Match, code: str) -> Persona:
    """Return the person with this code at the match.

    Raise `Refused` `player_not_seated` if there is none.
    """
    seat = match.seats.filter(persona__code=code).select_related("persona").first()
    if seat is None or seat.persona is None:
        raise Refused([Violation("player_not_seated", {"player": code}, "player")])
    return seat.persona
