"""The count at a table: what lies before each player, and the result so far. It is not in the record."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, WriteRequest
from api.field_docs import doc, example_body
from api.messages import detail_for
from api.problems import ViolationShownSerializer
from api.scopes import Right
from api.serialization import JSONObject, parse_body
from api.strict import Flag, StrictFields, Text, WholeNumber
from api.v1.matches import MatchApiView
from api.v1.sheets.serializers import ENDINGS, WAYS, LineShownSerializer, VerdictSerializer, flatten_line
from core.errors import Forbidden
from matches.models import Match, MatchState
from rulesets.kernel.counting import Change
from rulesets.kernel.sheet import Line, Sheet
from tournaments.models import Tournament
from tournaments.play.count import TableCount, can_be_counted, count_of, note_count
from tournaments.policies import require_counting

MAX_NAMED = 40
LONGEST_WORD = 40


class CountInSerializer(StrictFields):
    """A new count of one player; omitted values stay.

    `version` is that of the player's tally as the caller saw it, `game` the game that was counted.
    `out` null: back in the game. `together`: gone at the same moment as the one who was gone last.
    """

    player = Text(
        max_length=12,
        **doc(
            "The code of a person in this tournament's record; a seat of a match bears it too.", "pwr5fkbzz"
        ),
    )
    version = WholeNumber(**doc("The player's `version` as the caller saw it.", 3))
    game = Text(
        required=False,
        max_length=LONGEST_WORD,
        **doc("The game that was counted, as the count names it; by default the one in play.", "1"),
    )
    spots = serializers.DictField(
        child=Text(max_length=LONGEST_WORD),
        required=False,
        **doc("What lies at each spot, by its name: `missing`, `intact` or `razed`.", {"A": "razed"}),
    )
    numbers = serializers.DictField(
        child=WholeNumber(), required=False, **doc("What was counted, by name.", {"commanders": 2})
    )
    out = serializers.ChoiceField(
        choices=WAYS,
        required=False,
        allow_null=True,
        **doc("How the player left the game; null if they are back in it.", "conceded"),
    )
    together = Flag(
        required=False,
        **doc(
            "Whether they left at the same moment as the one who left last; false by default.",
            False,
        ),
    )

    def validate_spots(self, value: dict[str, object]) -> dict[str, object]:
        """Return the spots. Raise `ValidationError` `too_many_named` as for the numbers."""
        return _check_keys(value)

    def validate_numbers(self, value: dict[str, object]) -> dict[str, object]:
        """Return the numbers.

        Raise `ValidationError` `too_many_named` for more than 40, or for a name of more than 40 characters.
        """
        return _check_keys(value)


class TallyShownSerializer(serializers.Serializer[dict[str, object]]):
    """What lies before one player. `order` is that of leaving or falling; `exposed` spots can be attacked."""

    player = serializers.CharField(
        **doc(
            "The code of a person in this tournament's record; a seat of a match bears it too.", "pwr5fkbzz"
        )
    )
    name = serializers.CharField(**doc("Who sits there.", "Lia Prado"))
    side = serializers.IntegerField(**doc("The number of a side at this match, from 1 in seating order.", 1))
    version = serializers.IntegerField(**doc("Counts the changes; 0 if this player was not counted yet.", 3))
    spots = serializers.DictField(
        child=serializers.CharField(),
        **doc("What lies at each spot, by its name: `missing`, `intact` or `razed`.", {"A": "razed"}),
    )
    exposed = serializers.ListField(
        child=serializers.CharField(), **doc("Spots that can be attacked.", ["A", "B"])
    )
    numbers = serializers.DictField(
        child=serializers.IntegerField(), **doc("What was counted, by name.", {"commanders": 2})
    )
    out = serializers.ChoiceField(
        choices=WAYS, allow_null=True, **doc("How the player left the game; null if they did not.")
    )
    order = serializers.IntegerField(
        allow_null=True, **doc("The order of leaving or falling, from 1; null if they did neither.")
    )


class ProposedSheetSerializer(serializers.Serializer[dict[str, object]]):
    """A sheet as `…/sheet/` takes it."""

    ended_by = serializers.ChoiceField(choices=ENDINGS, **doc("How the match ended.", "win_condition"))
    winner = serializers.IntegerField(
        allow_null=True,
        **doc("The number of the side that won; null if it follows from the lines, or no one did.", 1),
    )
    lines = LineShownSerializer(many=True, **doc("A line a player, in seating order."))


class AnswersShownSerializer(serializers.Serializer[dict[str, object]]):
    """What the counted cards come to, by the rules of a sheet; sides by number.

    `defects`: counts that contradict each other; nothing else is answered then. `over`: no side, or one,
    is left. `winners`: sides that show the win condition. `drawn`: all who were left fell at once.
    `timed`: the result if time were called now; null if it would decide nothing.
    """

    defects = ViolationShownSerializer(
        many=True, **doc("Counts that contradict each other; nothing else is answered then.")
    )
    over = VerdictSerializer(
        allow_null=True, **doc("The result if at most one side is left; null while more are.")
    )
    winners = serializers.ListField(
        child=serializers.IntegerField(), **doc("Numbers of the sides that show the win condition.", [])
    )
    drawn = serializers.BooleanField(**doc("Whether all who were left fell at once.", False))
    timed = VerdictSerializer(
        allow_null=True, **doc("The result if time were called now; null if it would decide nothing.")
    )
    proposed = ProposedSheetSerializer(**doc("A sheet that `…/sheet/` takes as it is."))


class CountShownSerializer(serializers.Serializer[dict[str, object]]):
    """The count at a table: scratch beside the record. Another `game` begins with nothing counted."""

    state = serializers.ChoiceField(choices=MatchState.choices, **doc("How far the match got.", "playing"))
    game = serializers.CharField(
        **doc("Which game is counted; another one begins with nothing counted.", "1")
    )
    version = serializers.CharField(**doc("Differs whenever anything here does.", "1.7"))
    tallies = TallyShownSerializer(many=True, **doc("What lies before each player."))
    answers = AnswersShownSerializer(**doc("What the cards would come to, by the rules of a sheet."))


def parse_change(given: dict[str, Any]) -> Change:
    """Return the validated change of a tally as a value for the rules.

    `out` is None if it was not sent, "" if the player is back in the game.
    """
    out = (given["out"] or "") if "out" in given else None
    return Change(given.get("spots", {}), given.get("numbers", {}), out, given.get("together", False))


def _check_keys(named: dict[str, object]) -> dict[str, object]:
    """Return the counts by name.

    Raise `ValidationError` `too_many_named` for more than 40, or for a name of more than 40 characters.
    """
    if len(named) > MAX_NAMED or any(len(key) > LONGEST_WORD for key in named):
        said = detail_for("too_many_named", {"most": MAX_NAMED})
        raise ValidationError([ErrorDetail(said, "too_many_named")])
    return named


class CountApiView(MatchApiView):
    """Routes to read and change the count of one match; 404 for a game that is not counted at tables."""

    rights = {"PATCH": "part"}

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a judge, or a player of the match if players report."""
        super().require_right(right)
        tournament = self.tournament()
        require_counting(tournament, self.match(tournament), self.player)

    @extend_schema(operation_id="retrieve_count", responses=CountShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read a count: everything counted so far, whether a side has won, and what time would decide.

        For the staff, and for players of the match if players report.
        """

        def show_count(tournament: Tournament) -> JSONBody:
            match = self.match(tournament)
            require_counting(tournament, match, self.player)
            return _count_fields(_find_count(tournament, match))

        return self.show(show_count, is_all_recorded=False)

    @extend_schema(
        operation_id="note_count",
        request=CountInSerializer,
        responses=CountShownSerializer,
        examples=example_body(
            {"player": "pwr5fkbzz", "version": 3, "spots": {"A": "razed"}, "numbers": {"commanders": 2}}
        ),
    )
    def patch(self, request: Request, slug: str, code: str) -> Response:
        """Change one player's tally, based on its `version`.

        409 `count_changed` if another caller counted the same player since then, `count_void` if another game
        has begun, `match_…` (its state) if none is in play. 422 `not_at_this_table`, and all that is wrong
        with the counts. Different players never clash. None of it is in the record.
        """
        given = parse_body(CountInSerializer, request)

        def note_and_show_count(tournament: Tournament, write: WriteRequest) -> JSONObject:
            count = _find_count(tournament, self.match(tournament))
            count = note_count(
                tournament, count, player=given["player"], change=parse_change(given),
                version=given["version"], game=given.get("game"), by=write.actor, now=write.now,
            )  # fmt: skip
            return _count_fields(count)

        return self.act_on_tournament(note_and_show_count)


def _find_count(tournament: Tournament, match: Match) -> TableCount:
    """Return the count of the match. Raise `Forbidden` `not_found` if the game is not counted at tables."""
    if not can_be_counted(tournament.game):
        raise Forbidden("not_found")
    return count_of(tournament, match)


def _count_fields(count: TableCount) -> JSONObject:
    """Return the count as JSON, with its answers and the sheet that it proposes."""
    found = count.answers
    answers = {
        "defects": found.defects,
        "over": found.over.verdict if found.over else None,
        "winners": [win.verdict.winner for win in found.winners],
        "drawn": found.drawn is not None,
        "timed": found.timed.verdict if found.timed else None,
        "proposed": _sheet_fields(count.sheet()),
    }
    shown = CountShownSerializer(
        {
            "state": count.match.state,
            "game": count.game,
            "version": count.version,
            "tallies": [_tally_fields(count, index) for index in range(len(count.tallies))],
            "answers": answers,
        }
    )
    return dict(shown.data)


def _tally_fields(count: TableCount, index: int) -> dict[str, object]:
    """Return the tally of the seat with this index, from 0, as JSON values."""
    tally, seat = count.tallies[index], count.seats[index]
    return {
        "player": tally.player,
        "name": seat.name,
        "side": seat.side,
        "version": count.versions[tally.player],
        "spots": tally.spots,
        "exposed": count.aid.exposed(tally),
        "numbers": tally.numbers,
        "out": tally.out.value if tally.out else None,
        "order": count.orders.get(tally.player),
    }


def _sheet_fields(sheet: Sheet) -> dict[str, object]:
    """Return the proposed sheet as the sheet's route takes it."""
    lines = [flatten_line(_line_fields(line)) for line in sheet.lines]
    return {"ended_by": sheet.ended_by.value, "winner": sheet.winner, "lines": lines}


def _line_fields(line: Line) -> dict[str, object]:
    """Return a line of the proposed sheet as JSON values."""
    out = line.out.value if line.out else None
    return {"player": line.player, "counts": line.counts, "out": out, "out_order": line.out_order}
