"""Swiss rounds before the bracket: drawn one after another, closed, and what counts in the end."""

from collections import Counter

import pytest
from django.utils import timezone

from checker import check_bytes
from checker.reading.findings import Finding
from core.errors import Refused, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState, Match, MatchState, Seat
from records.export import record_lines
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from tests.cast import ana, checked_in, created, fresh, looks, plain_win, played
from tests.swiss import closed, first_round, play_all, play_rounds, swiss, win_all
from tournaments.corrections.correct import correct_sheet
from tournaments.departures.join_stage import join_between_rounds
from tournaments.departures.withdraw import withdraw
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.rounds import draw_round, open_stage
from tournaments.inputs import NewEntry
from tournaments.models import Commitment, Draw, Stage, Tournament
from tournaments.play.play import record_sheet
from tournaments.standings.finish import finish
from tournaments.standings.selectors import classification
from tournaments.standings.stage_results import read_stage_results

pytestmark = pytest.mark.django_db


def lines(tournament: Tournament) -> list[str]:
    """The kinds of the record's lines about draws."""
    found = RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("seq")
    return [
        kind for kind in found.values_list("type", flat=True) if kind.startswith(("draw", "round", "stage"))
    ]


def faults(tournament: Tournament) -> list[Finding]:
    """What the checker finds in the record."""
    return check_bytes("".join(record_lines(tournament)).encode())


def test_a_day_of_swiss_rounds_and_a_bracket() -> None:
    tournament = closed(play_rounds(first_round(12)))
    play_all(tournament)
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert lines(tournament) == [
        "draw.committed",
        *(["round.drawn", "draw.committed"] * 3),
        "stage.closed",
        "draw.published",
    ]
    rows = classification(tournament, complete=True)
    places = [code for row in rows for code in row.entries]
    assert len(places) == len(set(places)) == 12
    advanced = Stage.objects.get(tournament=tournament).advanced
    assert advanced is not None
    assert set(places[:4]) == set(advanced)
    assert Match.objects.filter(ledger=tournament.ledger_id).latest("round").round == 4
    assert faults(tournament) == []


def test_who_met_in_the_last_round_is_apart_in_the_first_round_of_the_bracket() -> None:
    """Sixteen after one round at four tables: eight go on, at two tables; no two meet again at once."""
    for seed in range(1, 6):
        drawn = first_round(16, rounds=1, advance=8, table_low=2)
        tournament = closed(play_rounds(drawn, seed=seed))
        before, after = [tables_of(tournament, number) for number in (1, 2)]
        last = {code: number for number, table in enumerate(before) for code in table}
        most = Counter(last[code] for table in after for code in table)
        for table in after:
            met = Counter(last[code] for code in table)
            assert all(number <= -(-most[here] // len(after)) for here, number in met.items())
        assert faults(tournament) == []


def tables_of(tournament: Tournament, number: int) -> list[set[str]]:
    """The entries drawn at each table of a round."""
    matches = Match.objects.filter(ledger=tournament.ledger_id, round=number)
    return [
        set(match.sides.filter(drawn__isnull=False).values_list("drawn__code", flat=True))
        for match in matches
    ]


def test_a_round_waits_for_every_sheet_of_the_round_before() -> None:
    tournament = first_round()
    with pytest.raises(Refused, match="matches_open"):
        draw_round(tournament, by=ana(), now=timezone.now())
    with pytest.raises(Refused, match="matches_open"):
        close_stage(tournament, by=ana(), now=timezone.now())


def test_no_more_rounds_than_planned() -> None:
    tournament = play_rounds(first_round(rounds=1))
    with pytest.raises(Stale, match="rounds_all_drawn"):
        draw_round(tournament, by=ana(), now=timezone.now())


def test_a_tournament_without_a_stage_has_no_rounds_to_draw() -> None:
    with pytest.raises(Stale, match="no_open_stage"):
        draw_round(created(), by=ana(), now=timezone.now())


def test_a_secret_is_promised_before_any_result_of_the_round_before() -> None:
    tournament = first_round()
    unused = Commitment.objects.get(tournament=tournament, draw=None)
    assert not Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.ENDED).exists()
    play_all(tournament)
    second = draw_round(fresh(tournament), by=ana(), now=timezone.now())
    assert second.commitment == unused


def test_only_unranked_tournaments_have_swiss_rounds() -> None:
    with pytest.raises(Refused, match="stages_need_unranked"):
        created(ranked=True, stages=swiss())


@pytest.mark.parametrize(
    ("stages", "code"),
    [
        (swiss(0), "swiss_rounds_out_of_range"),
        (swiss(10), "swiss_rounds_out_of_range"),
        (swiss(3, 1), "advance_out_of_range"),
        (swiss(3, 257), "advance_out_of_range"),
        ([{"kind": "swiss"}], "stages_unknown"),
        ([{**swiss()[0], "rounds": "3"}], "stages_unknown"),
        ([{**swiss()[0], "kind": "groups"}], "stages_unknown"),
        ([{**swiss()[0], "kind": "league"}], "stages_unknown"),
        ([{**swiss()[0], "groups": 2}], "stages_unknown"),
        (swiss() * 2, "stages_unknown"),
        (["swiss"], "stages_unknown"),
        (swiss(points="win"), "stages_unknown"),
        (swiss(points="score"), "stages_unknown"),
        (swiss(points=3), "stages_unknown"),
        (swiss(points=None), "stages_unknown"),
    ],
)
def test_what_is_wrong_with_a_plan(stages: list[dict[str, object]], code: str) -> None:
    with pytest.raises(Refused, match=code):
        created(stages=stages)


def test_a_first_draw_of_rounds_takes_no_options_of_a_bracket() -> None:
    tournament = checked_in(12, stages=swiss(), table_low=3)
    with pytest.raises(Refused) as refused:
        publish_draw(tournament, seed=7, method="manual", apart=True, by=ana(), now=timezone.now())
    assert [violation.field for violation in refused.value.violations] == ["method", "seed", "apart"]


def test_the_round_is_withdrawn_before_its_first_match() -> None:
    tournament = first_round()
    withdraw_draw(tournament, reason="Faltou gente", by=ana(), now=timezone.now())
    assert not Stage.objects.filter(tournament=tournament).exists()
    again = fresh(tournament)
    publish_draw(again, by=ana(), now=timezone.now())
    assert Draw.objects.filter(tournament=again, withdrawn=False).count() == 1
    assert lines(tournament)[-2:] == ["round.drawn", "draw.committed"]
    assert faults(tournament) == []


def test_swiss_rounds_alone_give_the_final_places() -> None:
    tournament = play_rounds(first_round(8, rounds=2, advance=0))
    with pytest.raises(Refused, match="stage_open"):
        finish(tournament, by=ana(), now=timezone.now())
    close_stage(tournament, by=ana(), now=timezone.now())
    finish(fresh(tournament), by=ana(), now=timezone.now())
    rows = classification(tournament, complete=True)
    assert sum(len(row.entries) for row in rows) == 8
    assert not any(row.open for row in rows)
    assert lines(tournament)[-1] == "stage.closed"
    assert faults(tournament) == []


def test_byes_at_tables_of_two_are_wins() -> None:
    tournament = first_round(9, table_low=2, table_high=2, rounds=2)
    bye = Match.objects.get(ledger=tournament.ledger_id, number=5)
    assert bye.state == MatchState.ENDED
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    second = Match.objects.get(ledger=tournament.ledger_id, round=2, number=5)
    assert second.winner != bye.winner
    assert faults(tournament) == []


def test_pairs_play_swiss_rounds() -> None:
    tournament = closed(play_rounds(first_round(6, kind="duplas", table_low=2, rounds=2, advance=2)))
    play_all(tournament)
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert faults(tournament) == []


def test_standings_say_why_while_rounds_are_played() -> None:
    tournament = first_round()
    played(Match.objects.filter(ledger=tournament.ledger_id).earliest("number"))
    rows = looks(tournament).places
    assert rows


def test_a_bracket_exists_for_those_who_go_on() -> None:
    with pytest.raises(Refused) as refused:
        created(table_low=3, table_high=4, stages=swiss(3, 5))
    (violation,) = refused.value.violations
    assert (violation.code, violation.field) == ("no_shape", "stages.0.advance")


def test_the_most_that_are_left_and_fit_go_on() -> None:
    tournament = play_rounds(first_round(10, rounds=1, advance=9))
    live = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).order_by("code")
    for entry in live[: live.count() - 8]:
        withdraw(entry, reason="Foi embora", by=ana(), now=timezone.now())
    closed(fresh(tournament))
    assert len(Stage.objects.get(tournament=tournament).advanced or []) == 4
    assert faults(tournament) == []


def test_those_who_share_the_last_place_cut_cards() -> None:
    tournament = first_round(8, rounds=1, advance=3)
    win_all(tournament)
    border = preview_advancing(tournament, open_stage(tournament)).border
    assert border is not None
    assert (len(border.tied), border.free) == (6, 1)
    with pytest.raises(Refused, match="cut_needed"):
        close_stage(tournament, by=ana(), now=timezone.now())
    with pytest.raises(Refused, match="cut_needed"):
        close_stage(tournament, won=["x"] * border.free, by=ana(), now=timezone.now())
    winners = border.tied[-border.free :]
    close_stage(tournament, won=winners, by=ana(), now=timezone.now())
    assert set(winners) <= set(Stage.objects.get(tournament=tournament).advanced or [])
    assert faults(tournament) == []


def test_a_corrected_round_leaves_the_next_one_as_it_was() -> None:
    tournament = first_round(8, rounds=2)
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    seats = list(
        Seat.objects.filter(match__ledger=tournament.ledger_id, match__round=2).values("pk", "persona")
    )
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1).earliest("number")
    before = read_stage_results(tournament).points
    sheet = plain_win(match, side=2)
    correct_sheet(match, sheet=sheet, reason="Trocaram os nomes", by=ana(), now=timezone.now())
    assert read_stage_results(tournament).points != before
    again = Seat.objects.filter(match__ledger=tournament.ledger_id, match__round=2).values("pk", "persona")
    assert list(again) == seats


def test_who_reached_the_bracket_and_did_not_come_stays_before_all_others() -> None:
    tournament = closed(play_rounds(first_round(12)))
    final = Match.objects.get(ledger=tournament.ledger_id, stage=None)
    here, *missing = [seat.persona.code for seat in final.seats.order_by("number") if seat.persona]
    lines = (Line(here), *(Line(code, out=Out.ABSENT) for code in missing))
    record_sheet(final, sheet=Sheet(EndedBy.WALKOVER, lines, winner=1), by=ana(), now=timezone.now())
    first, second, *_ = classification(fresh(tournament), complete=True)
    assert len(first.entries) == 1
    assert set(second.entries) | set(first.entries) == set(
        Stage.objects.get(tournament=tournament).advanced or []
    )
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert faults(tournament) == []


def test_who_joined_after_the_last_round_drawn_takes_no_place() -> None:
    tournament = first_round(8, rounds=2, advance=9)
    play_all(tournament)
    late = NewEntry(("Atrasado",))
    join_between_rounds(fresh(tournament), entry=late, reason="Trânsito", by=ana(), now=timezone.now())
    closed(fresh(tournament))
    assert len(Stage.objects.get(tournament=tournament).advanced or []) == 4
    assert faults(tournament) == []


def test_a_stage_of_whom_too_few_are_left_for_a_bracket_ends_with_its_order() -> None:
    tournament = play_rounds(first_round(8, rounds=1, table_high=4))
    live = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).order_by("code")
    for entry in live[1:]:
        withdraw(entry, reason="Choveu", by=ana(), now=timezone.now())
    assert close_stage(fresh(tournament), by=ana(), now=timezone.now()) is None
    finish(fresh(tournament), by=ana(), now=timezone.now())
    assert Stage.objects.get(tournament=tournament).advanced == []
    assert faults(tournament) == []


def test_no_one_else_goes_on_than_the_coordinator_saw() -> None:
    tournament = first_round(8, rounds=1, advance=3)
    win_all(tournament)
    seen = preview_advancing(tournament, open_stage(tournament))
    match = Match.objects.filter(ledger=tournament.ledger_id).earliest("number")
    correct_sheet(match, sheet=plain_win(match, 2), reason="Trocaram", by=ana(), now=timezone.now())
    border = preview_advancing(tournament, open_stage(tournament)).border
    won = border.tied[: border.free] if border else ()
    with pytest.raises(Stale, match="stale"):
        close_stage(tournament, won=won, expected=seen.digest, by=ana(), now=timezone.now())
    assert not Stage.objects.get(tournament=tournament).closed_at
    now_seen = preview_advancing(tournament, open_stage(tournament)).digest
    close_stage(tournament, won=won, expected=now_seen, by=ana(), now=timezone.now())
