"""The count at a table: what lies before whom, and what it would come to."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, WriteRequest, parsed
from api.messages import detail_for
from api.problems import ViolationShownSerializer
from api.scopes import Right
from api.strict import Flag, Strict, Text, WholeNumber
from api.v1.matches import MatchApiView
from api.v1.sheets.serializers import ENDINGS, WAYS, LineShownSerializer, VerdictSerializer, flat
from core.errors import Forbidden
from matches.models import Match, MatchState
from rulesets.kernel.counting import Change
from rulesets.kernel.sheet import Line, Sheet
from tournaments.models import Tournament
from tournaments.play.count import note_count
from tournaments.play.count_selectors import TableCount, can_be_counted, count_of
from tournaments.policies import require_counting

MOST_NAMED = 40
LONGEST_WORD = 40


class CountInSerializer(Strict):
    """What was counted anew for one player; what is left out stays as it was.

    `version` is that of the player's tally as the caller saw it, `game` the game that was counted.
    `out` null: back in the game. `together`: gone at the same moment as whoever was gone last.
    """

    player = Text(max_length=12)
    version = WholeNumber()
    game = Text(required=False, max_length=LONGEST_WORD)
    spots = serializers.DictField(child=Text(max_length=LONGEST_WORD), required=False)
    numbers = serializers.DictField(child=WholeNumber(), required=False)
    out = serializers.ChoiceField(choices=WAYS, required=False, allow_null=True)
    together = Flag(required=False)

    def validate_spots(self, value: dict[str, object]) -> dict[str, object]:
        """No more than any table has."""
        return _few(value)

    def validate_numbers(self, value: dict[str, object]) -> dict[str, object]:
        """No more than any table has."""
        return _few(value)


class TallyShownSerializer(serializers.Serializer[dict[str, object]]):
    """What lies before one player. `order` is that of leaving or falling; `exposed` spots can be attacked."""

    player = serializers.CharField()
    name = serializers.CharField()
    side = serializers.IntegerField()
    version = serializers.IntegerField()
    spots = serializers.DictField(child=serializers.CharField())
    exposed = serializers.ListField(child=serializers.CharField())
    numbers = serializers.DictField(child=serializers.IntegerField())
    out = serializers.ChoiceField(choices=WAYS, allow_null=True)
    order = serializers.IntegerField(allow_null=True)


class ProposedSheetSerializer(serializers.Serializer[dict[str, object]]):
    """A sheet as `…/sheet/` takes it."""

    ended_by = serializers.ChoiceField(choices=ENDINGS)
    winner = serializers.IntegerField(allow_null=True)
    lines = LineShownSerializer(many=True)


class AnswersShownSerializer(serializers.Serializer[dict[str, object]]):
    """What the cards would come to, by the same rules as a sheet; sides by number.

    `defects`: counts that contradict each other; nothing else is answered then. `over`: nobody, or one side,
    is left. `winners`: sides that show the win condition. `drawn`: all who were left fell at once. `timed`:
    time called now; null where it would decide nothing.
    """

    defects = ViolationShownSerializer(many=True)
    over = VerdictSerializer(allow_null=True)
    winners = serializers.ListField(child=serializers.IntegerField())
    drawn = serializers.BooleanField()
    timed = VerdictSerializer(allow_null=True)
    proposed = ProposedSheetSerializer()


class CountShownSerializer(serializers.Serializer[dict[str, object]]):
    """The count at a table: scratch beside the record. Another `game` begins with nothing counted."""

    state = serializers.ChoiceField(choices=MatchState.choices)
    game = serializers.CharField()
    version = serializers.CharField()
    tallies = TallyShownSerializer(many=True)
    answers = AnswersShownSerializer()


def change_of(given: dict[str, Any]) -> Change:
    """The change as the rules read it."""
    out = (given["out"] or "") if "out" in given else None
    return Change(given.get("spots", {}), given.get("numbers", {}), out, given.get("together", False))


def _few(named: dict[str, object]) -> dict[str, object]:
    if len(named) > MOST_NAMED or any(len(key) > LONGEST_WORD for key in named):
        said = detail_for("too_many_named", {"most": MOST_NAMED})
        raise ValidationError([ErrorDetail(said, "too_many_named")])
    return named


class CountApiView(MatchApiView):
    """The count of one match; 404 for a game that is not counted at its tables."""

    rights = {"PATCH": "part"}

    def require_right(self, right: Right) -> None:
        """Who judges, and who plays there where players report."""
        super().require_right(right)
        tournament = self.tournament()
        require_counting(tournament, self.match(tournament), self.player)

    @extend_schema(operation_id="retrieve_count", responses=CountShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Everything counted so far, whether somebody has won, and what time would decide."""

        def build(tournament: Tournament) -> object:
            match = self.match(tournament)
            require_counting(tournament, match, self.player)
            return _shown(_count(tournament, match))

        return self.show(build, is_all_recorded=False)

    @extend_schema(operation_id="note_count", request=CountInSerializer, responses=CountShownSerializer)
    def patch(self, request: Request, slug: str, code: str) -> Response:
        """Count one player anew, decided on the `version` of that player's tally.

        409 `count_changed` where somebody else counted the same player meanwhile, `count_void` where another
        game has begun. Different players never clash. Nothing of it is in the record.
        """
        given = parsed(CountInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            count = _count(tournament, self.match(tournament))
            count = note_count(
                tournament, count, player=given["player"], change=change_of(given),
                version=given["version"], game=given.get("game"), by=doing.actor, now=doing.now,
            )  # fmt: skip
            return _shown(count)

        return self.act(work)


def _count(tournament: Tournament, match: Match) -> TableCount:
    if not can_be_counted(tournament.game):
        raise Forbidden("not_found")
    return count_of(tournament, match)


def _shown(count: TableCount) -> Plain:
    found = count.answers
    answers = {
        "defects": found.defects,
        "over": found.over.verdict if found.over else None,
        "winners": [win.verdict.winner for win in found.winners],
        "drawn": found.drawn is not None,
        "timed": found.timed.verdict if found.timed else None,
        "proposed": _sheet(count.sheet()),
    }
    shown = CountShownSerializer(
        {
            "state": count.match.state,
            "game": count.game,
            "version": count.version,
            "tallies": [_tally(count, index) for index in range(len(count.tallies))],
            "answers": answers,
        }
    )
    return dict(shown.data)


def _tally(count: TableCount, index: int) -> dict[str, object]:
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


def _sheet(sheet: Sheet) -> dict[str, object]:
    lines = [flat(_line(line)) for line in sheet.lines]
    return {"ended_by": sheet.ended_by.value, "winner": sheet.winner, "lines": lines}


def _line(line: Line) -> dict[str, object]:
    out = line.out.value if line.out else None
    return {"player": line.player, "counts": line.counts, "out": out, "out_order": line.out_order}
