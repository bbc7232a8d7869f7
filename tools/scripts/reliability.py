"""`python -m tools.scripts.reliability`: write the faults of docs/reliability.md from the tests' markers.

A row has the number of its tests and links to their files; `pytest -m F10` runs them. A row without a
test is open, and `OPEN` says why.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from tools.scripts.catalog import ROOT

LINKS = 3  # files named for each fault
DOCUMENT = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- faults: written by python -m tools.scripts.reliability -->", "<!-- end of faults -->"
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
    "F47": "a gap or an overlap of summer time during a round",
    "F48": "a wrong clock at the client or the server",
    "F49": "organizer and venue in different zones",
    "F50": "two matches want one table, a player in two tournaments",
    "F51": "a match takes longer than planned",
    "F52": "fewer tables than matches, a table goes away",
    "F53": "odd numbers of entries",
    "F54": "4,000 entries published at once",
    "F55": "pages and orders beyond all bounds",
    "F56": "4,000 phones look at the same moment",
    "F57": "one broken row",
    "F58": "names with invisible signs, or of any script",
    "F59": "a name that looks like another",
    "F60": "two people of one name",
    "F61": "CSV of every kind",
    "F62": "imported twice",
    "F63": "a formula in a name, exported",
    "F64": "bombs: archives, huge uploads, deep JSON",
    "F65": "scripts in names and notes",
    "F66": "the ids of another tournament",
    "F67": "a judge who would be organizer",
    "F68": "fields that nobody may set",
    "F69": "requests forged from other sites",
    "F70": "guessed passwords and accounts",
    "F71": "a call played again",
    "F72": "a fixed session, a stolen phone, a role taken away",
    "F73": "the next one at a shared tablet goes back",
    "F74": "redirects and hosts that are not ours",
    "F75": "requests into our own network, by a webhook",
    "F76": "a search text made to take long",
    "F77": "injection into orders and filters",
    "F78": "a draw or a deck read before it is public",
    "F79": "a table's card guessed, passed on, used again",
    "F80": "a judge who plays records the own match",
    "F81": "line breaks smuggled into a log",
    "F82": "a dependency or a script replaced",
    "F83": "somebody is forgotten during a tournament",
    "F84": "an older backup brings a forgotten person back",
    "F85": "a minor in public",
    "F86": "the wrong tournament deleted",
    "F87": "configuration changed after the start",
    "F88": "a step back, a round opened again",
    "F89": "a judge with a screen reader or a keyboard",
    "F90": "print differs from the screen",
    "F91": "“who changed this?”, weeks later",
    "F92": "the losers' cards were not counted",
    "F93": "beat dead, workers alive, and the other way round",
    "F94": "a broker that accepts and never answers",
    "F95": "a host's clock is wrong, a phone's clock is stepped",
    "F96": "a handler runs longer than its claim",
    "F97": "bodies of 500 MB from nobody",
    "F98": "JSON and odd codes of every kind",
    "F99": "the laptop's disk is full, at the start and in mid-day",
    "F100": "half-sent requests",
    "F101": "readers by the hundred while judges report",
    "F102": "the store of limits flooded or restarted",
    "F103": "a password changes",
    "F104": "a record changed by SQL",
    "F105": "an upload or a key file cut off by a kill",
    "F106": "a sheet recorded offline, the tab closed",
    "F107": "an answer lost, the sheet changed and sent again",
    "F108": "a draw days before the start, a break, a second day",
    "F109": "two tournaments of one venue want one person",
    "F110": "seeds tried until a draw pleases",
    "F111": "a correction whose rightful winner was disqualified",
    "F112": "fewer than 8 really played",
    "F113": "a Python or platform that no developer has",
    "F114": "two versions of the program on one database",
    "F115": "a sheet waits on the device while another result is recorded",
    "F116": "another account signs in on a device where sheets wait",
    "F117": "two people of one name and different clubs in two tournaments",
    "F118": "one person entered twice with other accents, capitals, apostrophes, hyphens",
    "F119": "a list from another program, a form or a chat",
    "F120": "an e-mail address or telephone number in a public field",
    "F121": "a small file whose decoding costs minutes",
    "F122": "odd cookies and headers in front of a shared cache",
    "F123": "a one-time link, code or invitation used many times at once",
    "F124": "a full hall while the staff have their own pages open",
    "F125": "a hundred tournaments whose forecasts and calls share the workers",
    "F126": "the broker is killed under a task without acknowledgement",
    "F127": "a person at a forgotten table of another tournament",
    "F128": "a database of an earlier release, with a day in progress",
    "F129": "a data folder that cannot be written any more",
    "F130": "the laptop is lost in mid-day, with results later than its latest backup",
    "F131": "a person without an account is found by a search engine",
    "F132": "a table of two half pairs",
}
OPEN: dict[str, str] = {}


def tests_by_fault() -> dict[str, list[str]]:
    """Return by fault number, for every row, the tests that carry it, as `file::test`; read by parsing."""
    found: dict[str, list[str]] = {row: [] for row in ROWS}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text())
        everywhere = set(_marked_faults(node for node in tree.body if isinstance(node, ast.Assign)))
        for test in _test_functions(tree):
            for fault in sorted(
                everywhere | set(_marked_faults(test.decorator_list)) | set(_faults_in_name(test.name))
            ):
                if fault in found:
                    found[fault].append(f"{path.relative_to(ROOT)}::{test.name}")
    return found


def _test_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return (node for node in functions if node.name.startswith("test_"))


def _marked_faults(nodes: Iterator[ast.Assign] | list[ast.expr]) -> Iterator[str]:
    """Yield fault numbers in decorators or assignments: `pytest.mark.F10`, `pytest.mark.fault("F10")`."""
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and part.attr in ROWS:
                yield part.attr
            if isinstance(part, ast.Constant) and part.value in ROWS:
                yield str(part.value)


def _faults_in_name(test: str) -> list[str]:
    """Return the fault numbers that a test's name contains."""
    return re.findall(r"F\d+b?", test)


def table() -> str:
    """Return the rows as a Markdown table."""
    lines = ["| marker | fault | tests |", "|---|---|---|"]
    lines += [f"| {row} | {what} | {_describe_tests(row, tests)} |" for (row, what), tests in _rows()]
    return "\n".join(lines)


def _rows() -> Iterator[tuple[tuple[str, str], list[str]]]:
    found = tests_by_fault()
    return ((item, found[item[0]]) for item in ROWS.items())


def _describe_tests(row: str, tests: list[str]) -> str:
    """Return how many tests there are, with links to the files that have most; if none, why."""
    if not tests:
        return f"**open**: {OPEN[row]}"
    files = Counter(test.partition("::")[0] for test in tests).most_common()
    links = [f"[{_file_label(file)}](../{file})" for file, _ in files[:LINKS]]
    more = f" and {len(files) - LINKS} more" if len(files) > LINKS else ""
    return f"{len(tests)}: {', '.join(links)}{more}"


def _file_label(file: str) -> str:
    """Return a short name of a file of tests: `api/matches` for `tests/api/test_matches.py`."""
    return file.removeprefix("tests/").removesuffix(".py").replace("test_", "")


def insert_table(document: str) -> str:
    """Return the document with the table of faults as the tests are now."""
    before, rest = document.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.split(END)[1]}"


def main() -> None:
    """Write the table into the document."""
    DOCUMENT.write_text(insert_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
