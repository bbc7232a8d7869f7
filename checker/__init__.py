"""An independent checker of records of every game: standard library only, written from the rules.

`check(path, head=None)` reads a file and returns what is wrong with it, or raises `Unreadable`.

Reads: the format's description and the rulebooks, as the house decided where they are silent.
Never reads: the engine, its database, the rules that the product plays by.
"""

from pathlib import Path

from checker import beside
from checker.games import GAMES
from checker.reading.findings import Finding, Head, Unreadable
from checker.reading.lines import Data, content_of, read
from checker.replay import replay

__all__ = ["Finding", "Head", "Unreadable", "check", "check_bytes"]


def check(
    path: Path, head: Head | None = None, people: Data | None = None, texts: Data | None = None
) -> list[Finding]:
    """Return the discrepancies of a record file, by line. Raise `Unreadable`.

    After a line of a wrong shape only shapes and chain are checked. `head`: the last line, as known from
    outside. `people` (whose head is compared too), `texts`: as `beside.read_people` and `read_texts` return.
    """
    return check_bytes(content_of(path), head, people, texts)


def check_bytes(
    content: bytes, head: Head | None = None, people: Data | None = None, texts: Data | None = None
) -> list[Finding]:
    """Return the discrepancies of a record in memory, by line, as `check` does. Raise `Unreadable`."""
    heads = [head] if head else []
    if people is not None:
        heads.append(Head(**people["head"]))
    lines, findings = read(content, heads)
    game = lines[0].data.get("game")
    if lines[0].type == "tournament.created" and game not in list(GAMES):
        raise Unreadable(f"game {game!r:.80}, this checker knows {', '.join(GAMES)}")
    findings += replay(lines)
    if not any(finding.rule == "shape" for finding in findings):
        findings += [*beside.find_missing_names(lines, people), *beside.find_missing_texts(lines, texts)]
    return sorted(findings)
