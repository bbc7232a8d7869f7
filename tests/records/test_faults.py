"""The mutation suite: every fault that is put into a sound record is found, under its rule."""

import pytest

from tests.records.book import edited, rules_found
from tests.records.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_a_fault_is_found(fault: Fault) -> None:
    assert fault.rule in rules_found(edited(fault.scene().bodies, fault.edit))


def test_there_are_enough_kinds() -> None:
    assert len({fault.name for fault in FAULTS}) >= 140
