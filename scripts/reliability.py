"""`python -m scripts.reliability`: the table of faults in docs/reliability.md, from the markers of the tests.

A row without a test is open, and says why in `OPEN`. Rows F47 and up belong to other documents.
"""

import ast
import re
from collections.abc import Iterator

from scripts.catalog import ROOT

DOCUMENT = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- faults: written by python -m scripts.reliability -->", "<!-- end of faults -->"
ROWS = {
    "F01": "double tap, browser retry",
    "F02": "the answer is lost, the phone tries again later",
    "F03": "the same key with another body",
    "F04": "two judges at once, same content",
    "F05": "two judges at once, different content",
    "F06": "a form from before a correction",
    "F07": "a player's report against a judge's",
    "F08": "a sheet that names somebody twice, or a stranger",
    "F09": "correction, next match not started",
    "F10": "correction, next match begun or over",
    "F11": "correction of cards, same winner",
    "F12": "undoing a correction",
    "F13": "correction after the season was closed",
    "F14": "a result for a match that cannot have one",
    "F15": "a played result after a walkover",
    "F16": "a drop between rounds",
    "F17": "a drop after the draw, before the start",
    "F18": "a drop during the match",
    "F19": "a wrong walkover",
    "F20": "nobody comes",
    "F21": "one player left at a table",
    "F22": "a tie for the first place at the end of time",
    "F23": "a winner by walkover or bye is shown in the next match",
    "F24": "deleting a player who has results",
    "F25": "reinstated after a drop by mistake",
    "F26": "added twice, merged",
    "F26b": "a pair's member leaves; a person in two entries",
    "F27": "the organizer's laptop dies",
    "F28": "power cut on the laptop (SQLite)",
    "F29": "web worker killed between commit and answer",
    "F30": "killed at each point inside the write",
    "F31": "Celery child killed",
    "F32": "Celery parent killed",
    "F33": "a worker that is alive and does nothing",
    "F34": "a task delivered twice",
    "F35": "a task that always crashes",
    "F36": "broker down or emptied",
    "F37": "a task before the commit",
    "F38": "two beats, no beat",
    "F39": "database restarted",
    "F40": "disk full, read-only database",
    "F41": "deadlock, serialization failure",
    "F42": "deployment during a round",
    "F43": "last night's backup restored",
    "F44": "old standings from a cache",
    "F45": "the hall's network comes and goes",
    "F46": "total outage: paper, bulk entry",
}
LATER = "no test bears this number yet"


def marked() -> dict[str, list[str]]:
    """Fault → the tests that carry its number, as `file::test`."""
    found: dict[str, list[str]] = {row: [] for row in ROWS}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text())
        everywhere = set(_faults(node for node in tree.body if isinstance(node, ast.Assign)))
        for test in _tests(tree):
            for fault in sorted(everywhere | set(_faults(test.decorator_list)) | set(_named(test.name))):
                if fault in found:
                    found[fault].append(f"{path.relative_to(ROOT)}::{test.name}")
    return found


def _tests(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return (node for node in functions if node.name.startswith("test_"))


def _faults(nodes: Iterator[ast.Assign] | list[ast.expr]) -> Iterator[str]:
    """`pytest.mark.F10` and `pytest.mark.fault("F10")` in decorators or in `pytestmark`."""
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and part.attr in ROWS:
                yield part.attr
            if isinstance(part, ast.Constant) and part.value in ROWS:
                yield str(part.value)


def _named(test: str) -> list[str]:
    return re.findall(r"F\d\db?", test)


def table() -> str:
    """The rows as Markdown."""
    lines = ["| # | fault | covered by |", "|---|---|---|"]
    lines += [f"| {row} | {what} | {_cover(row, tests)} |" for (row, what), tests in _rows()]
    return "\n".join(lines)


def _rows() -> Iterator[tuple[tuple[str, str], list[str]]]:
    found = marked()
    return ((item, found[item[0]]) for item in ROWS.items())


def _cover(row: str, tests: list[str]) -> str:
    if not tests:
        return f"**open**: {LATER}"
    files: dict[str, list[str]] = {}
    for test in tests:
        file, _, name = test.partition("::")
        files.setdefault(file, []).append(name.removeprefix("test_").replace("_", " "))
    return "<br>".join(f"`{file}`: {'; '.join(names)}" for file, names in files.items())


def written(document: str) -> str:
    """The document with its table as the tests are now."""
    before, rest = document.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.split(END)[1]}"


def main() -> None:
    """Write the table into the document."""
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
