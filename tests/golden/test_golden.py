"""Whole tournaments as they were recorded once: they stay sound, byte for byte and rule for rule.

A change of the draw, of a rule or of the classification that makes one of these unsound changes what
past tournaments mean: it needs another way than editing these files.
"""

import json
from pathlib import Path

import pytest

from checker import Head, check
from checker.beside import read_people

HERE = Path(__file__).parent
HEADS = {
    "campeonato-13-tables-of-4": (52, "d975b7d33dc00c8df623aa5860da99f8d484a36f9b439a13ca253e38c016c07e"),
    "conquistadores-11-duels": (77, "048fe629ef9158531887bee5c8c14d2b4abd7594352240f523a2d61a9926588c"),
    "duplas-6-xisum": (47, "27625d1b20a61b30e13117c10368d1c97ee69c858f135fdccd23cecfda92f996"),
    "guerrilha-10-tables-of-3": (53, "aeb01e1134f67e8d1218599a316c4ab52e0f03f23f62642368d6296b3f5eb0f0"),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_recorded_tournament_is_sound(name: str) -> None:
    record = HERE / f"{name}.record.jsonl"
    assert [str(found) for found in check(record, head=Head(*HEADS[name]))] == []


def test_every_recorded_tournament_has_its_head_here() -> None:
    assert {path.name.split(".")[0] for path in HERE.glob("*.record.jsonl")} == HEADS.keys()


def test_the_names_beside_a_record_belong_to_it() -> None:
    people = read_people(HERE / "duplas-6-xisum.people.json")
    assert check(HERE / "duplas-6-xisum.record.jsonl", people=people) == []
    others = check(HERE / "conquistadores-11-duels.record.jsonl", people=people)
    assert {found.rule for found in others} == {"head", "people"}


def test_every_way_to_end_a_match_is_among_them() -> None:
    texts = [path.read_text("utf-8") for path in HERE.glob("*.jsonl")]
    lines = [json.loads(line) for text in texts for line in text.splitlines()]
    sheets = [line["data"] for line in lines if line["type"] == "sheet.recorded"]
    assert {sheet["ended_by"] for sheet in sheets} >= {
        "win_condition", "decked_out", "time", "walkover", "concession", "disqualification", "ruling", "bye",
    }  # fmt: skip
    assert any(sheet["cuts"] for sheet in sheets)
