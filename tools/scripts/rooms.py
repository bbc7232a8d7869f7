"""The rooms in docs/architecture.md, from the imports: `python -m tools.scripts.rooms [--write]`.

What a room holds is said by its docstring (a folder has it in `__init__.py`), their order by the
contract `rooms` in pyproject.toml.
An arrow leads from a room to one that it imports; where a longer way leads there too, it is left out.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.scripts.catalog import ROOT

DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: written by python -m tools.scripts.rooms --write -->", "<!-- end of rooms -->"
HOUSE = "tournaments"
NO_ROOMS = {"lines", "models"}  # folders that are none
ONE_MODULE = {"disputes", "endings", "export", "fees", "help", "penalties", "privacy"}  # without a folder
Arrows = Mapping[str, set[str]]


def layers() -> list[str]:
    """What stands in `tournaments/`, from the top down, as the contract orders it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (ordered,) = (contract["layers"] for contract in contracts if contract["id"] == "rooms")
    return [name for layer in ordered for name in layer.split(" | ")]


def rooms() -> list[str]:
    """The rooms from the top down."""
    folders = {name for name in layers() if (ROOT / HOUSE / name).is_dir()} - NO_ROOMS
    return [name for name in layers() if name in folders | ONE_MODULE]


def modules(room: str) -> list[Path]:
    """Return the files of a room, the one with its docstring first."""
    if room in ONE_MODULE:
        return [ROOT / HOUSE / f"{room}.py"]
    return sorted((ROOT / HOUSE / room).rglob("*.py"))


def said(room: str) -> str:
    """What a room says of itself, in one line."""
    text = modules(room)[0].read_text(encoding="utf-8")
    return " ".join((ast.get_docstring(ast.parse(text)) or "").split())


def arrows() -> dict[str, set[str]]:
    """Each room with the rooms that its modules import."""
    names = rooms()
    found: dict[str, set[str]] = {name: set() for name in names}
    for name in names:
        for path in modules(name):
            found[name] |= set(_imported(path)) & set(names) - {name}
    return found


def _imported(path: Path) -> Iterator[str]:
    """The parts of `tournaments` that a module imports from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == HOUSE:
                yield from parts[1:2] or (alias.name for alias in node.names)


def reach(room: str, direct: Arrows) -> set[str]:
    """Every room that one leads to, at once or through others."""
    return direct[room].union(*(reach(below, direct) for below in direct[room]))


def shortened(direct: Arrows) -> dict[str, set[str]]:
    """The arrows without those that others imply."""
    return {
        room: below - set().union(*(reach(between, direct) for between in below))
        for room, below in direct.items()
    }


def diagram() -> Iterator[str]:
    """The rooms as a diagram that Git hosts draw."""
    yield "```mermaid"
    yield "flowchart TD"
    for room, below in shortened(arrows()).items():
        yield from (f"    {room} --> {lower}" for lower in rooms() if lower in below)
    yield "```"


def table() -> Iterator[str]:
    """The rooms from the top down, as a table."""
    yield "| room | what lives there, and what it may touch |"
    yield "|---|---|"
    yield from (
        f"| `{HOUSE}/{room}{'.py' if room in ONE_MODULE else '/'}` | {said(room)} |" for room in rooms()
    )


def written(document: str) -> str:
    """The document with picture and table as the code has them."""
    before, rest = document.split(BEGIN)
    shown = "\n".join([*diagram(), "", *table()])
    return f"{before}{BEGIN}\n\n{shown}\n\n{END}{rest.split(END)[1]}"


def main(arguments: Sequence[str]) -> int:
    """Write the document, or print what it should hold."""
    if "--write" in arguments:
        DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print("\n".join([*diagram(), "", *table()]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
