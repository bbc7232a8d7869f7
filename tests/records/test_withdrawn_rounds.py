"""A round of a stage that is taken back: what the checker finds in records with changed lines."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.records.book import COORDINATOR, Bodies, found, of_type, rules_found
from tests.records.scenes import staged
from tests.records.stage_book import StageBook, begun, begun_swiss, rows


def drawn_twice(entries: int = 5) -> StageBook:
    """Two of three rounds are drawn; the second has not begun."""
    book = begun_swiss(entries, 3, 2)
    book.draw_round()
    book.play_round()
    book.draw_round()
    return book


def at(bodies: Bodies, kind: str, which: int = 0) -> int:
    """The number of a line of this kind."""
    return [number for number, body in enumerate(bodies) if body["type"] == kind][which]


@pytest.mark.parametrize("scene", [staged.a_round_taken_back, staged.a_round_of_groups_taken_back])
def test_a_round_taken_back_and_drawn_again_is_sound(scene: Callable[[], StageBook]) -> None:
    assert found(scene().bodies) == []


def test_the_day_goes_on_after_it() -> None:
    book = staged.a_round_taken_back()
    book.draw_round()
    book.play_round()
    assert found(book.bodies) == []


def test_it_may_be_taken_back_twice() -> None:
    book = drawn_twice()
    book.withdraw_round()
    book.draw_round("jabuti")
    book.withdraw_round()
    book.draw_round("jacare")
    assert found(book.bodies) == []
    assert len({match["match"] for turn in range(4) for match in _drawn(book, turn)}) == 12


def _drawn(book: StageBook, turn: int) -> Bodies:
    matches: Bodies = of_type(book.bodies, "round.drawn", turn)["matches"]
    return matches


@pytest.mark.parametrize(("key", "value"), [("round", 1), ("round", 3), ("stage", 2)])
def test_another_round_than_the_latest_is_found(key: str, value: int) -> None:
    bodies = deepcopy(staged.a_round_taken_back().bodies)
    of_type(bodies, "round.withdrawn")[key] = value
    assert rules_found(bodies) == {"stage"}


@pytest.mark.parametrize(("key", "value"), [("round", 0), ("stage", "1"), ("reason", ""), ("reason", None)])
def test_another_shape_is_found(key: str, value: object) -> None:
    bodies = deepcopy(staged.a_round_taken_back().bodies)
    of_type(bodies, "round.withdrawn")[key] = value
    assert rules_found(bodies) == {"shape"}


def test_the_first_round_is_not_taken_back_alone() -> None:
    book = begun_swiss(4, 3, 2)
    book.draw_round()
    book.withdraw_round()
    assert "stage" in rules_found(book.bodies)


def test_no_round_is_taken_back_once_a_match_of_it_has_started() -> None:
    book = drawn_twice()
    book.act(COORDINATOR)
    book.start(next(name for name in book.matches if name not in book.winners))
    book.withdraw_round()
    assert rules_found(book.bodies) == {"stage"}


def test_no_round_is_taken_back_once_a_match_of_it_has_its_sheet() -> None:
    book = drawn_twice()
    book.play_round()
    book.withdraw_round()
    assert rules_found(book.bodies) == {"stage"}


def test_no_round_of_a_closed_stage_is_taken_back() -> None:
    book = begun(8, number=2, advance=0).play_stage()
    book.close(rows(book), [])
    book.withdraw_round()
    assert "stage" in rules_found(book.bodies)


def test_another_secret_is_promised_in_the_act() -> None:
    book = drawn_twice()
    book.withdraw_round()
    assert found(book.bodies) == []
    assert rules_found(book.bodies[:-1]) == {"promise"}


def test_the_secret_that_was_promised_before_is_not_used() -> None:
    book = drawn_twice()
    book.withdraw_round()
    book.secrets.append(book.secrets[-2])
    book.draw_round("jabuti")
    assert "the secret is not the promised one" in {finding.what for finding in found(book.bodies)}


def test_no_id_of_a_match_that_is_gone_is_used_again() -> None:
    book = drawn_twice()
    book.withdraw_round()
    book.withdrawn = 0
    book.draw_round("jabuti")
    assert "bracket" in rules_found(book.bodies)


def test_no_sheet_of_a_match_that_is_gone_is_recorded() -> None:
    book = drawn_twice()
    bodies = book.bodies
    gone = next(name for name in book.matches if name not in book.winners)
    book.withdraw_round()
    started = {
        "at": bodies[-1]["at"],
        "by": bodies[-2]["by"],
        "type": "match.started",
        "data": {"match": gone},
    }
    assert "match" in rules_found([*bodies, started])


def test_a_judge_takes_no_round_back() -> None:
    bodies = deepcopy(staged.a_round_taken_back().bodies)
    bodies[at(bodies, "round.withdrawn")]["by"] = "judge:pj"
    assert "author" in rules_found(bodies)
