"""Two coordinators draw a round, or close the rounds, at one moment: the second is refused."""

import json

from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Match, MatchState
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, bruno, checked_in, fresh
from tests.fixtures.database import AtOnce
from tests.swiss import first_round, groups_drawn, in_groups, play_rounds, win_all
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round, open_stage
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.models import Draw, Stage, Tournament
from tournaments.play.play import start_match


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


def test_two_coordinators_draw_one_round_of_groups(at_once: AtOnce) -> None:
    tournament, by = groups_drawn(8), ana()
    groups = Stage.objects.get(tournament=tournament).groups
    win_all(tournament)

    def draw() -> Draw:
        return draw_round(tournament, by=by, now=START)

    answers = at_once(draw, draw)
    (refused,) = [answer for answer in answers if isinstance(answer, Refused)]
    assert refused.violations[0].code == "matches_open"
    assert Match.objects.filter(ledger=tournament.ledger, round=2).count() == 4
    assert Stage.objects.get(tournament=tournament).groups == groups


def test_two_first_draws_deal_the_groups_once(at_once: AtOnce) -> None:
    tournament, by = checked_in(8, stages=in_groups(), table_low=2, table_high=2), ana()

    def deal() -> Draw:
        return publish_draw(tournament, by=by, now=START)

    answers = at_once(deal, deal)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["draw_published"]
    (drawn,) = RecordLine.objects.filter(ledger=tournament.ledger, type="round.drawn")
    assert json.loads(drawn.text)["data"]["groups"] == Stage.objects.get(tournament=tournament).groups


def test_the_rounds_are_closed_once_or_another_is_drawn(at_once: AtOnce) -> None:
    tournament, by = play_rounds(first_round(8, rounds=1)), ana()
    border = preview_advancing(tournament, open_stage(tournament)).border
    won = border.tied[: border.free] if border else ()

    def close() -> Draw | None:
        return close_stage(tournament, won=won, by=by, now=START)

    answers = at_once(close, close)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["no_open_stage"]
    assert RecordLine.objects.filter(type="stage.closed").count() == 1


def second_round() -> Tournament:
    """The second round is drawn, and no match of it has begun."""
    tournament = first_round(8)
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=START)
    return fresh(tournament)


def test_two_coordinators_take_one_round_back(at_once: AtOnce) -> None:
    tournament, by = second_round(), ana()

    def take_back() -> Draw:
        return withdraw_round(tournament, reason="engano", by=by, now=START)

    answers = at_once(take_back, take_back)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["no_later_round"]
    assert RecordLine.objects.filter(type="round.withdrawn").count() == 1
    assert Match.objects.filter(ledger=tournament.ledger, round=1).count() == 2


def test_a_round_is_taken_back_or_its_match_begins_not_both(at_once: AtOnce) -> None:
    tournament, judge, by = second_round(), bruno(), ana()
    match = Match.objects.filter(ledger=tournament.ledger, round=2).earliest("number")
    begun, withdrawn = at_once(
        lambda: start_match(match, by=judge, now=START),
        lambda: withdraw_round(tournament, reason="engano", by=by, now=START),
    )
    if isinstance(withdrawn, Stale):
        assert withdrawn.code == "round_begun"
        assert begun.state == MatchState.PLAYING
    else:
        assert isinstance(begun, Forbidden)
        assert not Match.objects.filter(ledger=tournament.ledger, round=2).exists()


def test_a_round_is_taken_back_and_the_dispatcher_calls_none_of_it(at_once: AtOnce) -> None:
    tournament, by = second_round(), ana()
    called, withdrawn = at_once(
        lambda: dispatch(tournament.ledger_id, now=START),
        lambda: withdraw_round(tournament, reason="engano", by=by, now=START),
    )
    assert called in (0, 2)
    assert isinstance(withdrawn, Draw)
    assert not Match.objects.filter(ledger=tournament.ledger, round=2).exists()
