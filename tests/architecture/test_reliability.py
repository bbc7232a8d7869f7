"""docs/reliability.md says which test covers which fault; the markers of the tests keep it true."""

from scripts import reliability
from tests.conftest import FAULTS


def test_the_table_of_faults_is_what_the_tests_say() -> None:
    document = reliability.DOCUMENT.read_text(encoding="utf-8")
    assert document == reliability.written(document), "run: python -m scripts.reliability"


def test_it_has_every_row_from_f01_to_f46() -> None:
    rows = [*(f"F{number:02}" for number in range(1, 47)), "F26b"]
    assert sorted(reliability.ROWS) == sorted(rows)
    assert set(rows) <= set(FAULTS)


def test_every_row_has_a_test() -> None:
    assert [row for row, tests in reliability.marked().items() if not tests] == []


def test_markers_are_found() -> None:
    assert len(reliability.marked()["F10"]) > 1
