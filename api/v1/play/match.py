"""A match in progress: start, time, table, redraws, suits, extensions, drawn games."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Persona
from api.base_view import WriteRequest, parsed_body
from api.field_docs import example_body
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
from api.v1.sheets.serializers import SheetInSerializer, sheet_of
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
    """The game begins."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="start_match", request=EmptyBody, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Start the match; starting twice is once.

        One without a table takes the first free one, or is refused.
        """
        parsed_body(EmptyBody, request)
        return self.act_on_match(
            lambda match, doing: start_match(match, by=doing.actor, now=doing.now, seen=doing.seen)
        )


class TimeApiView(MatchApiView):
    """The limit is reached."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="call_time", request=EmptyBody, responses=MatchDetailSerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call time: the cycle in progress is the last. Calling twice is once."""
        parsed_body(EmptyBody, request)
        return self.act_on_match(
            lambda match, doing: call_time(match, by=doing.actor, now=doing.now, seen=doing.seen)
        )


class RedrawApiView(MatchApiView):
    """A player without realms starts again."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="note_redraw",
        request=RedrawInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"player": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note a redraw: at most two a player and match."""
        player = parsed_body(RedrawInSerializer, request)["player"]

        def work(match: Match, doing: WriteRequest) -> None:
            note_redraw(
                match, persona=_seated_person(match, player), seen=doing.seen, by=doing.actor, now=doing.now
            )

        return self.act_on_match(work)


class RedrawTakenBackApiView(MatchApiView):
    """A redraw that was another's."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="take_back_redraw",
        request=RedrawInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"player": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take the player's latest redraw back: it was noted for the wrong person."""
        player = parsed_body(RedrawInSerializer, request)["player"]

        def work(match: Match, doing: WriteRequest) -> None:
            persona = _seated_person(match, player)
            take_back_redraw(match, persona=persona, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class PineapplesApiView(MatchApiView):
    """Who brought a pineapple to the table."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="change_pineapples",
        request=PineapplesInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"pineapples": ["pwr5fkbzz"]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note the people who brought a pineapple, for this match and all later ones; until it starts."""
        brought = parsed_body(PineapplesInSerializer, request)["pineapples"]

        def work(match: Match, doing: WriteRequest) -> None:
            change_pineapples(match, pineapples=brought, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class StarterApiView(MatchApiView):
    """Who began."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="note_starter",
        request=StarterInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"cuts": [{"seats": [1, 2], "cards": ["K", "9"]}]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note the seat that began the game in play, while it is played; null removes it."""
        given = parsed_body(StarterInSerializer, request)
        cuts = [StarterCut(tuple(cut["seats"]), tuple(cut["cards"])) for cut in given["cuts"]]

        def work(match: Match, doing: WriteRequest) -> None:
            seat, seen = given["seat"], doing.seen
            note_starter(match, seat=seat, cuts=cuts, seen=seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class SuitsApiView(MatchApiView):
    """The suits of a table."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="choose_suits",
        request=SuitsInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"suits": ["clubs", "hearts"]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Note the suits that those seated exchanged or chose, for this match; until it starts."""
        suits = parsed_body(SuitsInSerializer, request)["suits"]

        def work(match: Match, doing: WriteRequest) -> None:
            choose_suits(match, suits=suits, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class ExtendApiView(MatchApiView):
    """More time."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="extend_time",
        request=ExtensionInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"minutes": 5, "reason": "The lights went out."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Give the game in play more time, from now on if time is over; a call of time is taken back."""
        given = parsed_body(ExtensionInSerializer, request)

        def work(match: Match, doing: WriteRequest) -> None:
            extend_time(match, **given, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class DrawnGamesApiView(MatchApiView):
    """Games without a winner."""

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
        """Note a game whose sheet is refused with `game_drawn` alone: the match begins again."""
        sheet = sheet_of(parsed_body(SheetInSerializer, request))

        def work(match: Match, doing: WriteRequest) -> None:
            note_drawn_game(match, sheet=sheet, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class DrawnGameTakenBackApiView(MatchApiView):
    """A drawn game that was none."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="take_back_drawn_game",
        request=ReasonInSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take the latest drawn game back: it goes on with the clock that it had."""
        reason = parsed_body(ReasonInSerializer, request)["reason"]

        def work(match: Match, doing: WriteRequest) -> None:
            take_back_drawn_game(match, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


class PlaceApiView(MatchApiView):
    """A match at a table, by hand."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="place_match",
        request=TablePlacingSerializer,
        responses=MatchDetailSerializer,
        examples=example_body({"table": "1"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Call a match to a free physical table."""
        label = parsed_body(TablePlacingSerializer, request)["table"]

        def work(match: Match, doing: WriteRequest) -> None:
            place_match(match, table=_table(match, label), seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_match(work)


def _table(match: Match, label: str) -> PhysicalTable:
    """Return the table with this label. Raise `Refused` if there is none."""
    table = PhysicalTable.objects.filter(ledger=match.ledger_id, label=label).first()
    if table is None:
        raise Refused([Violation("table_unknown", {"table": label}, "table")])
    return table


def _seated_person(match: Match, code: str) -> Persona:
    """Return the person with this code at the match. Raise `Refused` if there is none."""
    seat = match.seats.filter(persona__code=code).select_related("persona").first()
    if seat is None or seat.persona is None:
        raise Refused([Violation("player_not_seated", {"player": code}, "player")])
    return seat.persona
