"""The day as a whole: every step through its service, every line in the record."""

import json
from fractions import Fraction

import pytest
from django.utils.translation import override

from core.models import RecordLine
from matches.models import Match, MatchState, Side
from records.export import record_lines
from tests.cast import bruno, drawn, finished, fresh, plain_win, played
from tournaments.models import Placing, State
from tournaments.play.play import record_sheet, start_match
from tournaments.standings.selectors import season, standings_of
from tournaments.standings.sentences import brief_reason, row_sentence
from tournaments.standings.terms import PlaceReason, Row

pytestmark = pytest.mark.django_db


def test_a_ranked_championship_ends_with_reasons_and_season_points() -> None:
    tournament = finished(9, ranked=True)
    assert tournament.state == State.FINISHED
    first = standings_of(tournament)[0]
    assert (first.place, first.points_text, first.open) == (1, "25", False)
    assert first.why_sentence
    line = season("chama", 2026)[0]
    assert (line.rank, line.name, line.points_text) == (1, first.names[0], "25")


def test_pairs_sit_alternately_and_both_members_get_the_points() -> None:
    tournament = drawn(5, kind="duplas", ranked=True)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.READY).first()
    assert match is not None
    assert [seat.side.number for seat in match.seats.order_by("number")] == [1, 2, 1, 2]
    tournament = finished(4, kind="duplas", ranked=True, name="Outro")
    assert [line.points_text for line in season("chama", 2026)[:2]] == ["25", "25"]


@pytest.mark.F23
def test_the_winner_is_in_the_next_match_at_once() -> None:
    tournament = drawn(16)
    match = Match.objects.get(ledger=tournament.ledger, round=1, number=1)
    now = tournament.created_at
    start_match(match, by=bruno(), now=now)
    record_sheet(match, sheet=plain_win(match, 2), by=bruno(), now=now)
    winner = match.sides.get(number=2).entry
    following = Side.objects.get(source=match)
    assert winner is not None
    assert (following.entry, following.filled) == (winner, True)
    assert following.seats.get().persona == winner.members.get().persona


@pytest.mark.F23
def test_a_bye_goes_through_with_the_draw() -> None:
    tournament = drawn(3, table_high=2)
    bye = next(m for m in Match.objects.filter(round=1) if m.sides.count() == 1)
    assert (bye.ledger_id, bye.state) == (tournament.ledger_id, MatchState.ENDED)
    assert bye.sheets.get().ended_by == "bye"
    assert Side.objects.get(source=bye).entry == bye.winner


def test_seats_of_a_match_have_different_suits() -> None:
    tournament = drawn(12)
    for match in Match.objects.filter(ledger=tournament.ledger):
        suits = list(match.seats.values_list("suit", flat=True))
        assert "" not in suits
        assert len(set(suits)) == len(suits)


def test_the_record_has_no_gaps_and_no_names() -> None:
    text = "".join(record_lines(finished(8)))
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert lines[0]["type"] == "tournament.created"
    assert lines[-1]["type"] == "tournament.finished"
    assert "Jogador" not in text
    assert "Caio" not in text


def test_lines_of_one_act_bear_one_time() -> None:
    tournament = drawn(8)
    lines = RecordLine.objects.filter(ledger=tournament.ledger, type="entry.added")
    assert lines.count() == 8
    assert len({line.at for line in lines}) <= 2


def test_places_hand_out_all_the_points_there_are() -> None:
    tournament = finished(9, ranked=True, multiplier=2)
    points = [placing.points for placing in Placing.objects.filter(tournament=tournament)]
    assert sum(points) == 2 * sum((25, 18, 15, 12, 10, 8, 6, 4, 2)[: len(points)])


def test_the_first_sheet_makes_the_tournament_run() -> None:
    tournament = drawn(8)
    played(Match.objects.filter(ledger=tournament.ledger, state=MatchState.READY)[0])
    assert fresh(tournament).state == State.RUNNING


def test_no_place_is_without_its_reason_not_even_a_shared_or_the_last_one() -> None:
    tournament = finished(9, ranked=True, house_rules={"never_played_place": True})
    rows = standings_of(tournament)
    assert all(row.why_sentence for row in rows)


@override("en")
def test_who_shares_a_place_is_told_what_is_the_same() -> None:
    row = Row(7, ("a", "b"), Fraction(3), PlaceReason("round", {"own": 2, "next": 1}))
    assert row_sentence(row, "chama") == (
        "shares place 7: same round, same table place, same score; reached round 2; next stopped in round 1"
    )
    finalist = Row(2, ("a",), Fraction(18), PlaceReason("round", {"own": 2, "next": 1}))
    assert row_sentence(finalist, "chama", final=2) == "reached the final; next stopped in round 1"
    assert brief_reason(finalist, "chama", final=2) == "reached the final"
    last = Row(9, ("c", "d"), Fraction(0), None)
    assert row_sentence(last, "chama") == "shares place 9: same round, same table place, same score"
    alone = Row(9, ("c",), Fraction(0), None)
    assert row_sentence(alone, "chama") == "no one else has a place after this one"
