"""docs/reliability.md says which test covers which fault; the markers of the tests keep it true."""

from scripts import reliability
from tests.conftest import FAULTS


def test_the_table_of_faults_is_what_the_tests_say() -> None:
    document = reliability.DOCUMENT.read_text(encoding="utf-8")
    assert document == reliability.written(document), "run: python -m scripts.reliability"


def test_it_has_every_row() -> None:
    assert sorted(reliability.ROWS) == sorted(FAULTS)


def test_every_row_has_a_test_or_says_why_not() -> None:
    assert {row for row, tests in reliability.marked().items() if not tests} == set(reliability.OPEN)


def test_markers_are_found() -> None:
    assert len(reliability.marked()["F10"]) > 1
