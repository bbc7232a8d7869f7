"""The mutation suite: every fault that is put into a sound record is found, under its rule."""

from pathlib import Path

import pytest

from tests.records.book import edited, rules_found
from tests.records.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_a_fault_is_found(fault: Fault, tmp_path: Path) -> None:
    assert fault.rule in rules_found(tmp_path, edited(fault.scene().bodies, fault.edit))


def test_there_are_enough_kinds() -> None:
    assert len({fault.rule for fault in FAULTS}) >= 25
