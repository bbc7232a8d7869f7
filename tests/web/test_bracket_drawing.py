"""The drawing of a bracket: every match has its place, beside those that feed it."""

import pytest

from tests.cast import drawn, finished
from tournaments.match_views.selectors import bracket, round_sizes
from web.matches.bracket_drawing import BETWEEN, SCREEN, lay_out_bracket, rounds_that_fit
from web.pagination import chunks, paginate

SHAPES = [(2, 2, "campeonato"), (11, 2, "campeonato"), (23, 4, "campeonato"), (6, 2, "duplas")]


@pytest.mark.django_db
@pytest.mark.parametrize(("entries", "high", "kind"), SHAPES)
def test_boxes_of_a_round_do_not_touch_and_stand_inside(entries: int, high: int, kind: str) -> None:
    drawing = lay_out_bracket(bracket(drawn(entries, table_high=high, kind=kind)))
    for column in drawing.columns:
        for above, below in zip(column.boxes, column.boxes[1:], strict=False):
            assert above.y + above.height + BETWEEN <= below.y
        for box in column.boxes:
            assert box.x >= 0
            assert box.x + box.width <= drawing.width
            assert box.y + box.height <= drawing.height


@pytest.mark.django_db
def test_a_match_stands_between_those_that_feed_it() -> None:
    drawing = lay_out_bracket(bracket(drawn(16, table_high=2)))
    for before, after in zip(drawing.columns, drawing.columns[1:], strict=False):
        for box in after.boxes:
            feeding = [one for one in before.boxes if one.match.next_code == box.match.code]
            assert feeding[0].middle < box.middle < feeding[-1].middle


@pytest.mark.django_db
def test_every_match_but_the_last_is_joined_to_its_next() -> None:
    rounds = bracket(drawn(13, table_high=4))
    matches = sum(len(one.matches) for one in rounds)
    assert len(lay_out_bracket(rounds).links) == matches  # the final's leads to the champion


@pytest.mark.django_db
def test_the_match_for_third_place_stands_below_the_final_without_a_line() -> None:
    rounds = bracket(drawn(8, table_high=2, house_rules={"third_place_match": True}))
    drawing = lay_out_bracket(rounds)
    final, third = drawing.columns[-1].boxes
    assert third.match.third_place
    assert third.y > final.y + final.height
    assert len(drawing.links) == 4 + 2 + 1


@pytest.mark.django_db
def test_a_large_bracket_is_drawn_from_the_round_that_fits() -> None:
    rounds = round_sizes(drawn(20, table_high=2))
    assert [one.number for one in rounds_that_fit(rounds, most=5)] == [3, 4, 5]
    assert [one.number for one in rounds_that_fit(rounds, most=5, first=2)] == [2, 3, 4, 5]
    assert [one.number for one in rounds_that_fit(rounds, most=5, first=9)] == [3, 4, 5]


@pytest.mark.django_db
def test_whoever_wins_the_final_stands_behind_it() -> None:
    open_still, over = (
        lay_out_bracket(bracket(drawn(4, table_high=2))),
        lay_out_bracket(bracket(finished(4, table_high=2))),
    )
    assert open_still.champion
    assert open_still.champion.names == ()
    assert over.champion
    assert len(over.champion.names) == 1
    assert lay_out_bracket(bracket(drawn(4, table_high=2))[:1]).champion is None


@pytest.mark.django_db
def test_few_rounds_have_broad_boxes_and_many_fit_a_laptop() -> None:
    few, many = (
        lay_out_bracket(bracket(drawn(4, table_high=2))),
        lay_out_bracket(bracket(drawn(16, table_high=2))),
    )
    assert few.columns[0].width > many.columns[0].width
    assert many.width <= SCREEN


def test_nothing_is_drawn_before_the_draw() -> None:
    assert lay_out_bracket(()).columns == ()


@pytest.mark.parametrize(
    ("asked", "number"),
    [(None, 1), ("", 1), ("2", 2), ("9", 3), ("0", 1), ("-1", 1), ("x", 1), ("9" * 99, 1)],
)
def test_a_page_that_does_not_exist_is_the_nearest_one(asked: str | None, number: int) -> None:
    page = paginate(list(range(25)), asked, 10)
    assert (page.number, page.last) == (number, 3)


def test_pages_hold_everything_once() -> None:
    items = list(range(25))
    assert [item for piece in chunks(items, 10) for item in piece] == items
    assert [n for number in ("1", "2", "3") for n in paginate(items, number, 10).items] == items
