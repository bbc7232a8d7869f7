"""docs/reliability.md says which test covers which fault; the markers of the tests keep it true."""

import re

from tests.architecture.test_documents import rows, section
from tests.conftest import FAULTS
from tools.scripts import reliability


def test_the_table_of_faults_is_what_the_tests_say() -> None:
    document = reliability.DOCUMENT.read_text(encoding="utf-8")
    assert document == reliability.insert_table(document), "run: python -m tools.scripts.reliability"


def test_it_has_every_row() -> None:
    assert sorted(reliability.ROWS) == sorted(FAULTS)


def test_every_row_has_a_test_or_says_why_not() -> None:
    assert {row for row, tests in reliability.tests_by_fault().items() if not tests} == set(reliability.OPEN)


def test_markers_are_found() -> None:
    assert len(reliability.tests_by_fault()["F10"]) > 1


def test_a_row_has_links_to_its_files_and_no_names_of_tests() -> None:
    found = reliability.tests_by_fault()
    cells = dict(line.strip("| ").split(" | ")[::2] for line in reliability.table().splitlines()[2:])
    assert cells["F10"].startswith(f"{len(found['F10'])}: [")
    assert [row for row, cell in cells.items() if "::" in cell or "<br>" in cell] == []


def test_every_fault_belongs_to_one_guarantee() -> None:
    guarantees = section(reliability.DOCUMENT, "## Guarantees")
    named = [fault for row in rows(guarantees) for fault in re.findall(r"\bF\d+b?\b", row[-1])]
    assert sorted(named) == sorted(reliability.ROWS)


def test_the_page_stays_readable() -> None:
    assert len(reliability.DOCUMENT.read_text(encoding="utf-8")) < 60_000
