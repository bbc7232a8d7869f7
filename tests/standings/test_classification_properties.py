"""What holds for every final classification, whatever happened on the day."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from rulesets.kernel.points import Sharing
from tests.standings.playing import Day, play_day
from tournaments.standings.classification import Policy, Row, classify

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
SHARINGS: list[Sharing] = ["average", "higher", "lower"]
DAYS = st.builds(
    play_day, st.integers(0, 10**9), st.integers(2, 26), st.sampled_from([2, 2, 3, 4]), st.just(False)
)
DUEL_DAYS = st.builds(play_day, st.integers(0, 10**9), st.integers(4, 16), st.just(2), st.just(True))


def classified(day: Day, policy: Policy, multiplier: int = 1, ranked: bool = True) -> tuple[Row, ...]:
    return classify(
        day.results,
        day.bracket.order,
        day.disqualified,
        day.withdrawn,
        POINTS,
        multiplier,
        ranked,
        policy,
        True,
    )


def places(rows: tuple[Row, ...]) -> dict[str, int]:
    return {entry: row.place for row in rows for entry in row.entries}


@given(DAYS, st.booleans())
@example(day=play_day(16528, 23, 3, False), never_played=False)  # left before a table whose seat a loser took
def test_everybody_stands_where_the_plain_way_puts_them(day: Day, never_played: bool) -> None:
    policy = Policy(place_never_played=never_played)
    assert places(classified(day, policy)) == day.expected_places(never_played)


@given(DUEL_DAYS, st.booleans())
@example(day=play_day(8221, 9, 2, True), never_played=False)  # a semifinal's seat was taken by its loser
def test_so_they_do_with_a_third_place_match(day: Day, never_played: bool) -> None:
    policy = Policy(place_never_played=never_played, third_place_match=True)
    losers = {
        entry
        for entry, end in day.ends.items()
        if end.round == len(day.bracket.shape.rounds) - 1 and not end.third
    }
    for entry in losers:
        end = day.ends[entry]
        seen = sum(len(group) for group in day.results[-1].placement)
        absent = len(day.results[-1].absent)
        day.ends[entry] = replace(end, third=seen - absent + 1)
    assert places(classified(day, policy)) == day.expected_places(never_played)


@given(DAYS, st.booleans())
def test_rows_partition_those_who_have_a_place(day: Day, never_played: bool) -> None:
    rows = classified(day, Policy(place_never_played=never_played))
    seen = [entry for row in rows for entry in row.entries]
    assert len(seen) == len(set(seen))
    assert not day.disqualified & set(seen)
    assert (day.played - day.disqualified) <= set(seen) <= set(day.bracket.order)
    assert set(seen) <= day.played or never_played
    following = 1
    for row in rows:
        assert row.place == following
        following += len(row.entries)
        assert not row.open


@given(DAYS, st.integers(1, 5))
def test_all_points_of_the_covered_places_are_handed_out(day: Day, multiplier: int) -> None:
    rows = classified(day, Policy(), multiplier)
    placed = sum(len(row.entries) for row in rows)
    handed_out = sum((row.points * len(row.entries) for row in rows), start=Fraction(0))
    assert handed_out == multiplier * sum(POINTS[:placed])


@given(DAYS, st.sampled_from(SHARINGS))
def test_points_never_rise_with_the_place_and_keep_to_the_option(day: Day, sharing: Sharing) -> None:
    rows = classified(day, Policy(shared_points=sharing))
    points = [row.points for row in rows]
    assert points == sorted(points, reverse=True)
    for row in rows:
        covered = [
            POINTS[place - 1] if place <= 10 else 0
            for place in range(row.place, row.place + len(row.entries))
        ]
        chosen = {
            "average": Fraction(sum(covered), len(covered)),
            "higher": max(covered),
            "lower": min(covered),
        }
        assert row.points == chosen[sharing]


@given(DAYS)
def test_an_unranked_tournament_gives_places_without_points(day: Day) -> None:
    ranked, unranked = classified(day, Policy()), classified(day, Policy(), ranked=False)
    assert places(ranked) == places(unranked)
    assert {row.points for row in unranked} <= {Fraction(0)}


@given(DAYS)
def test_every_row_but_the_last_says_why_it_is_before_the_next(day: Day) -> None:
    rows = classified(day, Policy())
    assert [row.why is None for row in rows] == [index == len(rows) - 1 for index in range(len(rows))]
    for row in rows[:-1]:
        if row.why and row.why.facts:
            assert row.why.facts["own"] != row.why.facts["next"]


@given(DAYS, st.randoms())
def test_the_order_of_the_results_does_not_matter(day: Day, chance: Random) -> None:
    once = classified(day, Policy())
    chance.shuffle(day.results)
    assert classified(day, Policy()) == once


@given(DAYS, st.data())
def test_while_matches_are_open_who_is_still_in_stands_on_top(day: Day, data: st.DataObject) -> None:
    decided = data.draw(st.integers(0, len(day.results)))
    results = day.results[:decided]
    later = {entry for result in day.results[decided:] for group in result.placement for entry in group}
    tables = {(result.round, result.number) for result in results}
    withdrawn = {
        entry: table
        for entry, table in day.withdrawn.items()
        if (entry not in later if table is None else table in tables)
    }
    rows = classify(results, day.bracket.order, day.disqualified, withdrawn, POINTS, 1, True, Policy(), False)
    still_in = {entry for row in rows if row.open for entry in row.entries}
    out = {entry for row in rows if not row.open for entry in row.entries}
    left_later = set(day.withdrawn) - set(withdrawn)
    assert later - day.disqualified <= still_in <= later | left_later
    assert out <= day.played - still_in
    assert [row.open for row in rows] == sorted((row.open for row in rows), reverse=True)
    assert all(row.points == 0 for row in rows if row.open)


@given(DAYS)
def test_a_finished_bracket_reads_the_same_before_it_is_declared_finished(day: Day) -> None:
    provisional = classify(
        day.results, day.bracket.order, day.disqualified, day.withdrawn, POINTS, 1, True, Policy(), False
    )
    assert provisional == classified(day, Policy())
