"""The table of guards in docs/reliability.md; `python -m tools.scripts.guards` shows that each is needed."""

import re

import pytest

from tests.servers.process import ROOT
from tools.scripts import guards

PATCHES = [guard for guard in guards.GUARDS if isinstance(guard, guards.Guard)]


def test_the_table_is_what_the_script_takes_away() -> None:
    document = guards.DOCUMENT.read_text(encoding="utf-8")
    assert document == guards.insert_table(document), "run: python -m tools.scripts.guards --write"


@pytest.mark.parametrize("guard", PATCHES, ids=lambda guard: str(guard.name))
def test_there_is_something_to_take_away(guard: guards.Guard) -> None:
    assert guard.old in (ROOT / guard.file).read_text()


@pytest.mark.parametrize("guard", guards.GUARDS, ids=lambda guard: str(guard.name))
def test_its_test_exists(guard: guards.Guard | guards.Constraint) -> None:
    file, _, test = guard.test.partition("::")
    assert re.search(rf"^def {test.split('[')[0]}\(", (ROOT / file).read_text(), re.MULTILINE)
