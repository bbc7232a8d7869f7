"""What the services write is what the format says: the checker finds simulated tournaments sound."""

from pathlib import Path

import pytest

from checker import check
from checker.beside import read_people
from tests.simulated import DAYS, of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", DAYS)
def test_a_simulated_tournament_is_sound(name: str, tmp_path: Path) -> None:
    record, names = tmp_path / "some.record.jsonl", tmp_path / "some.people.json"
    record.write_text(of(name).record, "utf-8")
    names.write_text(of(name).people, "utf-8")
    assert [str(found) for found in check(record, people=read_people(names))] == []
