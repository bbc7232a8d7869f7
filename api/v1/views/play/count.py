"""The count at a table: what lies before whom, and what it would come to."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, WriteRequest, parsed
from api.scopes import Right
from api.v1.serializers.matches import flat
from api.v1.serializers.play import count as shapes
from api.v1.views.matches import MatchApiView
from core.errors import Forbidden
from matches.models import Match
from rulesets.kernel.sheet import Line, Sheet
from tournaments.models import Tournament
from tournaments.play.count import note_count
from tournaments.play.count_selectors import TableCount, can_be_counted, count_of
from tournaments.policies import require_counting


class CountApiView(MatchApiView):
    """The count of one match; 404 for a game that is not counted at its tables."""

    rights = {"PATCH": "part"}

    def require_right(self, right: Right) -> None:
        """Who judges, and who plays there where players report."""
        super().require_right(right)
        tournament = self.tournament()
        require_counting(tournament, self.match(tournament), self.player)

    @extend_schema(operation_id="retrieve_count", responses=shapes.CountShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Everything counted so far, whether somebody has won, and what time would decide."""

        def build(tournament: Tournament) -> object:
            match = self.match(tournament)
            require_counting(tournament, match, self.player)
            return _shown(_count(tournament, match))

        return self.show(build, is_all_recorded=False)

    @extend_schema(
        operation_id="note_count", request=shapes.CountInSerializer, responses=shapes.CountShownSerializer
    )
    def patch(self, request: Request, slug: str, code: str) -> Response:
        """Count one player anew, decided on the `version` of that player's tally.

        409 `count_changed` where somebody else counted the same player meanwhile, `count_void` where another
        game has begun. Different players never clash. Nothing of it is in the record.
        """
        given = parsed(shapes.CountInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            count = _count(tournament, self.match(tournament))
            count = note_count(
                tournament, count, player=given["player"], change=shapes.change_of(given),
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
    shown = shapes.CountShownSerializer(
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
