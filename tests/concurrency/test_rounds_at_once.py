"""Two coordinators draw a Swiss round, or close the rounds, at one moment: the second is refused."""

from core.errors import Refused, Stale
from core.models import RecordLine
from matches.models import Match
from tests.cast import START, ana, fresh
from tests.fixtures.database import AtOnce
from tests.swiss import first_round, play_rounds, win_all
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.rounds import draw_round, open_stage
from tournaments.models import Draw


def test_two_coordinators_draw_one_round(at_once: AtOnce) -> None:
    tournament, by = first_round(8), ana()
    win_all(tournament)

    def draw() -> Draw:
        return draw_round(tournament, by=by, now=START)

    answers = at_once(draw, draw)
    (refused,) = [answer for answer in answers if isinstance(answer, Refused)]
    assert refused.violations[0].code == "matches_open"
    assert Match.objects.filter(ledger=tournament.ledger, round=2).count() == 2
    assert RecordLine.objects.filter(type="round.drawn").count() == 2


def test_two_coordinators_who_saw_the_same_page_draw_one_round(at_once: AtOnce) -> None:
    tournament, by = first_round(8), ana()
    win_all(tournament)
    seen = fresh(tournament).ledger.head_seq

    def draw() -> Draw:
        return draw_round(tournament, by=by, now=START, seen=seen)

    answers = at_once(draw, draw)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["stale"]


def test_the_rounds_are_closed_once_or_another_is_drawn(at_once: AtOnce) -> None:
    tournament, by = play_rounds(first_round(8, rounds=1)), ana()
    border = preview_advancing(tournament, open_stage(tournament)).border
    won = border.tied[: border.free] if border else ()

    def close() -> Draw | None:
        return close_stage(tournament, won=won, by=by, now=START)

    answers = at_once(close, close)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["no_open_stage"]
    assert RecordLine.objects.filter(type="stage.closed").count() == 1
