"""Counting at the table: what taps do, what is exposed, and what the cards would come to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.kernel import counting
from rulesets.kernel.answers import Answers, answers, propose_sheet
from rulesets.kernel.counting import Aid, Change, Tally
from rulesets.kernel.extras import CountsAtTable
from rulesets.kernel.rules import Rules, TableSize
from rulesets.kernel.sheet import EndedBy, Out, SeatAt, Situation
from rulesets.registry import game_of

SIGNS = {"I": "intact", "R": "razed", "-": "missing"}
FULL, THREE = "I II III", "I II ---"


def rules(kind: str, game: str = "chama", limit: int | None = 40, **options: Any) -> Rules:
    return Rules(game, kind, (), TableSize(2, 4), limit, options)


def aid_of(chosen: Rules) -> Aid:
    game = game_of(chosen.game)
    assert isinstance(game, CountsAtTable)
    return game.table_aid(chosen)


def pyramid(aid: Aid, player: str, formation: str = "- -- ---", **numbers: int) -> Tally:
    """A player with this formation (A, B C, D E F) and these numbers."""
    signs = zip(aid.board.spots, formation.replace(" ", ""), strict=True)
    tally = counting.starting_tally(aid.board, player)
    return replace(
        tally, spots={spot: SIGNS[sign] for spot, sign in signs}, numbers={**tally.numbers, **numbers}
    )


def asked(chosen: Rules, tallies: Sequence[Tally], sides: Mapping[str, int] | None = None) -> Answers:
    """The answers for a table at which everybody plays for themselves, or for these sides."""
    people = sides or {tally.player: number for number, tally in enumerate(tallies, start=1)}
    situation = Situation(tuple(SeatAt(people[tally.player], tally.player) for tally in tallies))
    lines = counting.lines_of(aid_of(chosen), tallies)
    return answers(game_of(chosen.game), chosen, situation, lines)


def tapped(aid: Aid, tallies: Sequence[Tally], player: str, change: Change) -> list[Tally]:
    assert not list(counting.check_change(aid.board, change))
    after = counting.change_tally(aid, tallies, player, change)
    return [after if tally.player == player else tally for tally in tallies]


# --- taps -----------------------------------------------------------------------------------------------


def test_a_position_goes_from_empty_to_intact_to_razed_and_round() -> None:
    aid = aid_of(rules("campeonato"))
    tallies, seen = [counting.starting_tally(aid.board, "p")], []
    for _ in range(4):
        seen.append(tallies[0].spots["A"])
        tallies = tapped(aid, tallies, "p", counting.cycle_spot(aid.board, tallies[0], "A"))
    assert seen == ["missing", "intact", "razed", "missing"]


def test_a_lost_commander_takes_its_army_along_and_an_army_without_one_is_refused() -> None:
    aid = aid_of(rules("campeonato"))
    tallies = [pyramid(aid, "p", FULL, commanders=2, armies=2)]
    (after,) = tapped(aid, tallies, "p", counting.step_counter(aid.board, tallies[0], "commanders", -1))
    assert after.numbers == {"commanders": 1, "armies": 1}
    (more,) = tapped(aid, [after], "p", counting.step_counter(aid.board, after, "armies", 1))
    assert [violation.code for violation in aid.check(more)] == ["more_armies_than_commanders"]


def test_a_counter_stops_at_its_bounds() -> None:
    aid = aid_of(rules("duelo", "castelo"))
    (tally,) = [counting.starting_tally(aid.board, "p")]
    assert tally.numbers == {"castle": 20, "wall": 10}
    low = replace(tally, numbers={"wall": 3})
    assert counting.step_counter(aid.board, low, "wall", -5).numbers == {"wall": 0}


def test_all_that_is_wrong_with_a_change_is_said_at_once() -> None:
    board = aid_of(rules("campeonato")).board
    change = Change({"G": "intact", "A": "burnt"}, {"commanders": 17, "armies": "x", "wall": 1}, "flew")
    assert [violation.code for violation in counting.check_change(board, change)] == [
        "spot_unknown", "spot_state_unknown", "count_out_of_range", "count_not_a_number", "count_unknown",
        "leaving_unknown",
    ]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from("pqr"), st.sampled_from(["", *Out]), st.booleans()), max_size=12))
def test_orders_of_leaving_never_have_a_gap(acts: list[tuple[str, str, bool]]) -> None:
    aid = aid_of(rules("campeonato"))
    tallies: Sequence[Tally] = [counting.starting_tally(aid.board, player) for player in "pqr"]
    for player, out, together in acts:
        tallies = tapped(aid, tallies, player, Change(out=out, together=together))
    lines = counting.lines_of(aid, tallies)
    given_orders = {line.out_order for line in lines if line.out_order is not None}
    assert given_orders == set(range(1, len(given_orders) + 1))
    assert all((line.out_order is None) is (line.out not in ("decked_out", "conceded")) for line in lines)


# --- what is exposed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "protection", "formation", "exposed"),
    [
        ("campeonato", "direct", FULL, "A"),
        ("guerrilha", "direct", FULL, "ABCDEF"),
        ("campeonato", "direct", "I RI III", "AD"),
        ("campeonato", "chain", "I RI III", "A"),
    ],
)
def test_the_option_and_guerrilha_act_on_what_is_exposed(
    kind: str, protection: str, formation: str, exposed: str
) -> None:
    aid = aid_of(rules(kind, realm_protection=protection))
    tally = pyramid(aid, "p", formation)
    assert "".join(aid.exposed(tally)) == exposed
    assert aid.exposed(replace(tally, out=Out.CONCEDED)) == ()


# --- has somebody won? ------------------------------------------------------------------------------------


def test_nobody_has_won_yet_and_the_score_decides_if_time_were_called() -> None:
    chosen = rules("guerrilha")
    aid = aid_of(chosen)
    found = asked(chosen, [pyramid(aid, "p", THREE, commanders=1), pyramid(aid, "q", "I -- ---")])
    assert (found.over, found.winners, found.drawn) == (None, (), None)
    assert found.timed
    assert (found.timed.verdict.winner, dict(found.timed.verdict.scores)) == (1, {1: 10, 2: 3})


def test_without_a_limit_nothing_is_said_of_time() -> None:
    chosen = rules("guerrilha", limit=None)
    aid = aid_of(chosen)
    assert asked(chosen, [pyramid(aid, "p", THREE), pyramid(aid, "q")]).timed is None


def test_all_who_show_the_condition_are_named_and_the_judge_says_who_drew() -> None:
    chosen = rules("campeonato")
    aid = aid_of(chosen)
    tallies = [pyramid(aid, "p", FULL), pyramid(aid, "q", FULL, commanders=1), pyramid(aid, "r")]
    found = asked(chosen, tallies)
    assert [win.sheet.winner for win in found.winners] == [1, 2]
    lines = counting.lines_of(aid, tallies)
    assert propose_sheet(found, lines, time_called=False).winner is None
    assert propose_sheet(found, lines, time_called=False, side=2).winner == 2
    assert propose_sheet(found, lines, time_called=True).ended_by is EndedBy.TIME


def test_in_conquistadores_a_conqueror_has_won_even_after_time_was_called() -> None:
    chosen = rules("conquistadores")
    aid = aid_of(chosen)
    tallies = [pyramid(aid, "p", THREE, razed_in_battle=4), pyramid(aid, "q", THREE)]
    found = asked(chosen, tallies)
    assert [win.sheet.winner for win in found.winners] == [1]
    sheet = propose_sheet(found, counting.lines_of(aid, tallies), time_called=True)
    assert (sheet.ended_by, sheet.winner) == (EndedBy.WIN_CONDITION, 1)
    assert [(goal.key, goal.have, goal.need) for goal in aid.goals(tallies[:1])] == [
        ("intact", 3, 3), ("razed_in_battle", 4, 4),
    ]  # fmt: skip


def test_a_pair_wins_and_is_scored_together() -> None:
    chosen = rules("duplas")
    aid = aid_of(chosen)
    sides = {"a": 1, "b": 2, "c": 1, "d": 2}
    tallies = [pyramid(aid, "a", FULL), pyramid(aid, "b", THREE), pyramid(aid, "c", "I II I--")]
    found = asked(chosen, [*tallies, pyramid(aid, "d")], sides)
    assert [win.sheet.winner for win in found.winners] == [1]
    assert found.timed
    assert dict(found.timed.verdict.scores) == {1: 34 + 13, 2: 8}


def test_who_is_left_alone_has_won_by_the_last_departure() -> None:
    chosen = rules("campeonato")
    aid = aid_of(chosen)
    tallies: Sequence[Tally] = [pyramid(aid, player, THREE) for player in "pqr"]
    tallies = tapped(aid, tallies, "r", Change(out="decked_out"))
    assert asked(chosen, tallies).over is None
    tallies = tapped(aid, tallies, "p", Change(out="conceded"))
    found = asked(chosen, tallies)
    assert found.over
    assert (found.over.sheet.ended_by, found.over.verdict.winner) == (EndedBy.CONCESSION, 2)
    assert found.over.verdict.placement == ((2,), (1,), (3,))
    assert found.timed is None


def test_an_open_tie_names_those_who_must_cut_or_leaves_it_to_the_coordinator() -> None:
    for option, tie, codes in [(True, (1, 2), []), (False, (), ["tie_needs_ruling"])]:
        chosen = rules("campeonato", tie_cut=option)
        aid = aid_of(chosen)
        timed = asked(chosen, [pyramid(aid, "p", THREE), pyramid(aid, "q", THREE)]).timed
        assert timed
        assert timed.verdict.open_tie == tie
        assert [violation.code for violation in timed.verdict.violations] == codes


def test_counts_that_contradict_each_other_are_named_and_nothing_else_is_answered() -> None:
    chosen = rules("conquistadores")
    aid = aid_of(chosen)
    found = asked(chosen, [pyramid(aid, "p", "R -- ---"), pyramid(aid, "q", THREE)])
    assert [violation.code for violation in found.defects] == ["razed_exceeds_battles"]
    assert (found.over, found.winners, found.timed) == (None, (), None)


# --- castles and potencial ---------------------------------------------------------------------------------


def test_both_castles_of_a_duel_at_nothing_are_a_draw() -> None:
    chosen = rules("duelo", "castelo")
    aid = aid_of(chosen)
    tallies: Sequence[Tally] = [counting.starting_tally(aid.board, player) for player in "pq"]
    tallies = tapped(aid, tallies, "p", Change(numbers={"castle": 0}))
    assert [win.sheet.winner for win in asked(chosen, tallies).winners] == [2]
    tallies = tapped(aid, tallies, "q", Change(numbers={"castle": 0}))
    found = asked(chosen, tallies)
    assert found.drawn
    assert found.winners == ()
    assert propose_sheet(found, counting.lines_of(aid, tallies), time_called=False).winner is None


def test_castles_fall_in_order_and_the_last_two_may_fall_together() -> None:
    chosen = rules("imortal", "castelo")
    aid = aid_of(chosen)
    tallies: Sequence[Tally] = [counting.starting_tally(aid.board, player) for player in "pqr"]
    for player in "rpq":
        tallies = tapped(aid, tallies, player, Change(numbers={"castle": 0}))
    assert [line.numbers["fell"] for line in counting.lines_of(aid, tallies)] == [2, 3, 1]
    assert asked(chosen, tallies).drawn is None
    tallies = tapped(aid, tallies, "q", Change(together=True))
    assert [line.numbers["fell"] for line in counting.lines_of(aid, tallies)] == [2, 2, 1]
    assert asked(chosen, tallies).drawn
    tallies = tapped(aid, tallies, "q", Change(numbers={"castle": 1}))
    assert [win.sheet.winner for win in asked(chosen, tallies).winners] == [2]


def test_both_without_potencial_are_a_draw() -> None:
    chosen = rules("duelo", "hermetica")
    aid = aid_of(chosen)
    tallies: Sequence[Tally] = [counting.starting_tally(aid.board, player) for player in "pq"]
    for player in "pq":
        tallies = tapped(aid, tallies, player, Change(numbers={"potencial": 0}))
    assert asked(chosen, tallies).drawn
