"""No file that the product exports is opened by a spreadsheet, where `=`, `+`, `-` or `@` begins a formula.

Whoever adds such a file puts an apostrophe before cells that begin with one of them, a tab or a CR, in one
place, and names that place here.
"""

import re

from tests.architecture import house
from tools.scripts.catalog import PACKAGES

WRITES = re.compile(
    r"csv\.writer|DictWriter|content_type=[\"']text/(csv|tab)|filename=[^\n]*\.(csv|tsv|xlsx|ods)"
)


def test_no_table_is_exported() -> None:
    found = [
        house.name(path) for path in house.files(".py", within=PACKAGES) if WRITES.search(path.read_text())
    ]
    assert found == []
