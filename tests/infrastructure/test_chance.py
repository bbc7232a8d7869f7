"""Tests draw the same codes in every run, so a bracket has its byes in the same places."""

from core.record.codes import SECURE_RANDOM, new_code
from tests.chance import seeded


def drawn_codes(name: str) -> list[str]:
    with seeded(name):
        return [new_code("e-") for _ in range(3)]


def test_the_same_name_draws_the_same_codes() -> None:
    assert drawn_codes("a test") == drawn_codes("a test")
    assert drawn_codes("a test") != drawn_codes("another")


def test_a_scene_within_a_test_takes_nothing_of_its_stream() -> None:
    with seeded("a test"):
        first = new_code("e-")
        with seeded("a scene"):
            SECURE_RANDOM.shuffle(list(range(9)))
        second = new_code("e-")
    assert [first, second] == drawn_codes("a test")[:2]
