"""The drawing of a shape: every table, every seat, every way on."""

import re

import pytest

from tournaments.bracket.shapes import Shape, shapes
from web.draw.shape_drawing import ShapeDrawing, draw_shape
from web.draw.views import format_shape, parse_shape


def counts(drawing: ShapeDrawing) -> tuple[int, int, int]:
    return len(drawing.boxes), sum(len(box.dots) for box in drawing.boxes), len(drawing.lines)


@pytest.mark.parametrize(
    ("entries", "low", "high"), [(2, 2, 2), (8, 2, 2), (32, 2, 4), (13, 3, 4), (45, 2, 3)]
)
def test_every_table_has_a_box_every_seat_a_dot_every_winner_a_line(
    entries: int, low: int, high: int
) -> None:
    for shape in shapes(entries, low, high):
        tables = sum(map(len, shape.rounds))
        seats = sum(map(sum, shape.rounds))
        assert counts(draw_shape(shape)) == (tables, seats, seats - entries)


def test_byes_are_boxes_of_one_and_said_in_words() -> None:
    drawing = draw_shape(shapes(5, 2, 2)[0])
    assert sum(box.is_bye for box in drawing.boxes) == 3
    assert [(group.tables, group.size) for group in drawing.rounds[0].groups] == [(1, 2), (3, 1)]
    assert [line.is_final for line in drawing.rounds] == [False, False, True]


def test_a_third_place_match_stands_in_the_last_round_and_nothing_breaks() -> None:
    assert counts(draw_shape(Shape(((2, 2), (2, 2))))) == (4, 8, 2)


def test_a_round_of_very_many_tables_is_one_block() -> None:
    shape = shapes(4000, 2, 4)[0]
    drawing = draw_shape(shape)
    assert len(drawing.boxes) < 150
    assert sum(group.tables for group in drawing.rounds[0].groups) == len(shape.rounds[0])


def test_everything_lies_inside_and_no_language_changes_a_number() -> None:
    drawing = draw_shape(shapes(32, 2, 4)[0])
    for box in drawing.boxes:
        assert 0 <= float(box.x) <= float(box.x) + float(box.width) <= float(drawing.width)
        assert 0 <= float(box.y) <= float(box.y) + float(box.height) <= float(drawing.height)
    assert all(re.fullmatch(r"M[\d.]+ [\d.]+H[\d.]+V[\d.]+H[\d.]+", line) for line in drawing.lines)


@pytest.mark.parametrize(("entries", "low", "high"), [(2, 2, 2), (13, 2, 2), (37, 2, 4), (4000, 2, 4)])
def test_a_shape_in_short_reads_back(entries: int, low: int, high: int) -> None:
    for shape in shapes(entries, low, high):
        assert parse_shape(format_shape(shape.rounds)) == [list(sizes) for sizes in shape.rounds]
