"""Decision records: the index is complete, and the code names none that is not there."""

import re
from pathlib import Path

from tests.architecture import house
from tests.servers.process import ROOT

FOLDER = ROOT / "docs" / "adr"
INDEX = FOLDER / "README.md"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
NAMED = re.compile(r"\bADR (\d{4}(?:(?:, | and )\d{4})*)")


def _numbers() -> set[str]:
    return {path.name[:4] for path in RECORDS}


def _named(path: Path) -> set[str]:
    found = NAMED.findall(path.read_text(encoding="utf-8"))
    return {number for numbers in found for number in re.findall(r"\d{4}", numbers)}


def test_the_index_lists_every_record_under_its_title() -> None:
    index = INDEX.read_text(encoding="utf-8")
    titles = {path: path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ") for path in RECORDS}
    rows = {path: f"| [{title[:4]}]({path.name}) | {title[5:]} |" for path, title in titles.items()}
    assert [path.name for path, row in rows.items() if index.count(row) != 1] == []


def test_a_number_is_a_record_or_merged_into_one() -> None:
    merged = INDEX.read_text(encoding="utf-8").split("## Merged")[1].split("Numbers that")[0]
    gone = {number for row in merged.splitlines() for number in re.findall(r"\b\d{4}\b", row.split("| [")[0])}
    assert len(gone) > 40
    assert gone & _numbers() == set()


def test_every_decision_that_is_named_exists() -> None:
    documents = [path for path in ROOT.rglob("*.md") if ".venv" not in path.parts]
    missing = {house.name(path): _named(path) - _numbers() for path in [*house.files(".py"), *documents]}
    assert {name: numbers for name, numbers in missing.items() if numbers} == {}


def test_a_record_is_about_half_a_page() -> None:
    assert [path.name for path in RECORDS if len(path.read_text(encoding="utf-8").split()) > 420] == []
    assert [path.name for path in RECORDS if "**Decision.**" not in path.read_text(encoding="utf-8")] == []
