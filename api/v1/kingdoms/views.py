"""Jogo dos Reinos played at the table: the game, its acts, and its file for a replay."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, PresentState, TournamentApiView, WriteRequest
from api.conditions import etag, is_known
from api.field_docs import example_body
from api.scopes import Right
from api.serialization import parse_body
from api.v1.kingdoms.serializers import (
    ActInSerializer,
    BeginSerializer,
    KingdomsShownSerializer,
    UndoInSerializer,
)
from api.v1.sheets.serializers import flatten_line
from core.db.transactions import read_snapshot
from core.errors import Forbidden
from matches.models import Match
from matches.sheet_values import sheet_to_json
from rulesets.kernel.sheet import Sheet
from rulesets.kingdoms import (
    GameState,
    choices_in,
    picking_in,
    turn_of,
)
from tournaments.finding import find_match
from tournaments.kingdoms import companion as kingdoms
from tournaments.kingdoms.selectors import Companion, companion_key, companion_of, has_companion
from tournaments.models import Tournament


class KingdomsBaseApiView(TournamentApiView):
    """Base of the routes of one match's game; 404 if the tournament is of another game."""

    def match(self, tournament: Tournament) -> Match:
        """Return the match of the address.

        Raise `Forbidden` `not_found` if there is none, and in a tournament whose game has no companion.
        """
        if not has_companion(tournament):
            raise Forbidden("not_found")
        return find_match(tournament, str(self.kwargs["code"]))

    def companion(self, tournament: Tournament) -> Companion:
        """Return the present game at the table of the match, begun or not; raise as `match` does."""
        return companion_of(tournament, self.match(tournament))

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a judge, or a player at that table."""
        super().require_right(right)
        tournament = self.tournament()
        kingdoms.require_may_act(tournament, self.match(tournament), self.player, timezone.now())

    def present_state(self) -> PresentState:
        """Return the present game, and the record's `seq`, for a caller who saw an older one."""
        tournament = self.tournament()
        return {"seq": self.latest_seq(tournament), "kingdoms": game_fields(self.companion(tournament))}

    def act_on_match(self, work: Callable[[Match, WriteRequest], object], *, status: int = 200) -> Response:
        """Respond as `act_on_tournament` does, with the game of the match as it is after `work`."""

        def run_and_show_game(tournament: Tournament, write: WriteRequest) -> JSONBody:
            work(self.match(tournament), write)
            return game_fields(self.companion(tournament))

        return self.act_on_tournament(run_and_show_game, status=status)


class KingdomsApiView(KingdomsBaseApiView):
    """Routes to read the game of one match and to begin it."""

    rights = {"POST": "part"}

    @extend_schema(operation_id="kingdoms", responses=KingdomsShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read a game of kingdoms: who holds whom, what may be done now, and everything that was done."""
        self.create_missing_player()
        with read_snapshot():
            tournament = self.tournament()
            match = self.match(tournament)
            tag = etag(tournament.ledger.version, companion_key(match).encode())
            if is_known(request, tag):
                return HttpResponse(status=304, headers={"ETag": tag})
            return Response(game_fields(companion_of(tournament, match)), headers={"ETag": tag})

    @extend_schema(
        operation_id="begin_kingdoms",
        request=BeginSerializer,
        responses={201: KingdomsShownSerializer},
        examples=example_body({"absent": [3]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Begin a game of kingdoms; the SHA-256 of its seed is in the record before the first roll.

        A judge restarts a game in progress, with a `reason`. 409 `kingdoms_begun` for a player,
        or without a reason; `match_…` unless the match is played. 422 `kingdoms_out_of_range`.
        """
        given = parse_body(BeginSerializer, request)

        def begin_kingdoms(match: Match, write: WriteRequest) -> None:
            absent, reason = tuple(given.get("absent", ())), given.get("reason", "")
            kingdoms.begin_game(match, absent=absent, reason=reason, by=write.actor, now=write.now)

        return self.act_on_match(begin_kingdoms, status=201)


class ActsApiView(KingdomsBaseApiView):
    """Route to play one event of the game."""

    rights = {"POST": "part"}

    @extend_schema(
        operation_id="act_in_kingdoms",
        request=ActInSerializer,
        responses=KingdomsShownSerializer,
        examples=example_body({"seen": 12, "event": {"type": "attack", "target": 3}}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Play one event; 409 `kingdoms_moved` with the present game if another act came after `seen`.

        422 with everything that the rules say against it, `nothing_to_pick_now` with `auto`. 409
        `kingdoms_not_begun`, `kingdoms_too_long`, `match_…` unless the match is played.
        """
        given = parse_body(ActInSerializer, request)

        def play_or_pick(match: Match, write: WriteRequest) -> None:
            seen = given["seen"]
            if given["auto"]:
                kingdoms.pick_by_app(match, seen=seen, by=write.actor, now=write.now)
            else:
                event = given.get("event", {})
                kingdoms.play_event(match, event=event, seen=seen, by=write.actor, now=write.now)

        return self.act_on_match(play_or_pick)


class UndoActApiView(KingdomsBaseApiView):
    """Route to undo the latest act of the game."""

    rights = {"POST": "part"}

    @extend_schema(
        operation_id="undo_in_kingdoms",
        request=UndoInSerializer,
        responses=KingdomsShownSerializer,
        examples=example_body({"seen": 13}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Undo the latest act of kingdoms; it stays in the log.

        An act that chance decided is undone by a judge only: 422 `undo_by_judge`; `nothing_to_undo`. 409
        as for acts.
        """
        seen = parse_body(UndoInSerializer, request)["seen"]
        return self.act_on_match(
            lambda match, write: kingdoms.undo(match, seen=seen, by=write.actor, now=write.now)
        )


class FileApiView(KingdomsBaseApiView):
    """Route to download the game as a file."""

    @extend_schema(operation_id="kingdoms_file", responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, slug: str, code: str) -> Response:
        """Download a game of kingdoms for a replay; 404 until the match has its sheet.

        `kingdoms-game/1`, for `manage.py replay_kingdoms`.
        """
        companion = self.companion(self.tournament())
        if not companion.is_open:
            raise Forbidden("not_found")
        return Response(companion.transcript())


def game_fields(companion: Companion) -> dict[str, object]:
    """Return the game as JSON, as `KingdomsShownSerializer` describes it.

    The seed is None until the match has its sheet.
    """
    game, state = companion.game, companion.state
    view: dict[str, object] = {
        "game": game.number if game else None,
        "version": companion.version,
        "difficulty": companion.difficulty,
        "commitment": game.commitment if game else None,
        "seed": game.seed if game and companion.is_open else None,
        "acts": companion.acts,
        "sheet": _sheet_fields(companion.sheet),
        **_state_fields(companion, state),
    }
    return dict(KingdomsShownSerializer(view).data)


def _state_fields(companion: Companion, state: GameState | None) -> dict[str, object]:
    """Return what the state of the game shows: whose turn it is, and what may be done now.

    Before the game begins (None) each value is empty.
    """
    turn, picking = (turn_of(state), picking_in(state)) if state else (None, None)
    return {
        "order": state.order if state else (),
        "cycle": state.cycle if state else None,
        "turn": turn.kingdom if turn else None,
        "winner": (state.winner or None) if state else None,
        "kingdoms": _kingdom_rows(companion, state) if state else (),
        "targets": turn.targets if turn else (),
        "may_pass": bool(turn and turn.may_pass),
        "choices": choices_in(state) if state else (),
        "picking": picking,
    }


def _kingdom_rows(companion: Companion, state: GameState) -> list[dict[str, object]]:
    """Return each kingdom's state as JSON values, by side."""
    return [
        {
            "side": kingdom.number,
            "name": companion.names.get(kingdom.number, ""),
            "holder": kingdom.holder,
            "passes": kingdom.passes,
            "chance": kingdom.revolt.chance if kingdom.revolt else None,
            "out": kingdom.out.value if kingdom.out else None,
        }
        for kingdom in state.kingdoms
    ]


def _sheet_fields(sheet: Sheet | None) -> dict[str, object] | None:
    """Return the sheet as its route takes it: counts beside the player of each line; None without one."""
    if sheet is None:
        return None
    told = sheet_to_json(sheet)
    lines = [flatten_line(line) for line in told["lines"]]
    return {**told, "lines": lines}
