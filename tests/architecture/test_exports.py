"""One place writes tables for spreadsheets, where `=`, `+`, `-` or `@` begins a formula.

`tournaments.export` puts an apostrophe before cells that begin with one of them, a tab or a line break.
"""

import re

from tests.architecture import house
from tools.scripts.catalog import PACKAGES

WRITES = re.compile(
    r"csv\.writer|DictWriter|content_type=[\"']text/(csv|tab)|filename=[^\n]*\.(csv|tsv|xlsx|ods)"
)


WRITERS = ["tournaments/export.py"]


def test_one_place_writes_tables() -> None:
    found = [
        house.name(path) for path in house.files(".py", within=PACKAGES) if WRITES.search(path.read_text())
    ]
    assert sorted(found) == WRITERS
