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
Arrows = Mapping[str, set[str]]


def layers() -> list[str]:
    """Return the names of the parts of `tournaments/`, from the top down, as the contract orders them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (ordered,) = (contract["layers"] for contract in contracts if contract["id"] == "rooms")
    return [name for layer in ordered for name in layer.split(" | ")]


def rooms() -> list[str]:
    """Return the names of the rooms from the top down."""
    return [name for name in layers() if _is_room(name)]


def _is_room(name: str) -> bool:
    """Return whether a layer is a room: a folder, or one module that has pages of the same name."""
    if (ROOT / HOUSE / name).is_dir():
        return name not in NO_ROOMS
    return (ROOT / "web" / f"{name}.py").is_file()


def modules(room: str) -> list[Path]:
    """Return the files of a room, the one with its docstring first."""
    module = ROOT / HOUSE / f"{room}.py"
    return [module] if module.is_file() else sorted((ROOT / HOUSE / room).rglob("*.py"))


def room_docstring(room: str) -> str:
    """Return a room's docstring in one line, "" if it has none."""
    text = modules(room)[0].read_text(encoding="utf-8")
    return " ".join((ast.get_docstring(ast.parse(text)) or "").split())


def import_arrows() -> dict[str, set[str]]:
    """Return by room the other rooms that its modules import."""
    names = rooms()
    found: dict[str, set[str]] = {name: set() for name in names}
    for name in names:
        for path in modules(name):
            found[name] |= set(_imported_parts(path)) & set(names) - {name}
    return found


def _imported_parts(path: Path) -> Iterator[str]:
    """Yield the names of the parts of `tournaments` that a module imports from, also more than once."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == HOUSE:
                yield from parts[1:2] or (alias.name for alias in node.names)


def reachable_rooms(room: str, direct: Arrows) -> set[str]:
    """Return every room that one imports, directly or through others."""
    return direct[room].union(*(reachable_rooms(below, direct) for below in direct[room]))


def drop_implied_arrows(direct: Arrows) -> dict[str, set[str]]:
    """Return the arrows without those that a longer way implies."""
    return {
        room: below - set().union(*(reachable_rooms(between, direct) for between in below))
        for room, below in direct.items()
    }


def diagram_lines() -> Iterator[str]:
    """Yield the lines of a Mermaid diagram of the rooms."""
    yield "```mermaid"
    yield "flowchart TD"
    for room, below in drop_implied_arrows(import_arrows()).items():
        yield from (f"    {room} --> {lower}" for lower in rooms() if lower in below)
    yield "```"


def table_lines() -> Iterator[str]:
    """Yield the lines of a Markdown table of the rooms, from the top down."""
    yield "| room | what lives there, and what it may touch |"
    yield "|---|---|"
    yield from (
        f"| `{HOUSE}/{room}{'/' if (ROOT / HOUSE / room).is_dir() else '.py'}` | {room_docstring(room)} |"
        for room in rooms()
    )


def insert_rooms(document: str) -> str:
    """Return the document with diagram and table as the code has them."""
    before, rest = document.split(BEGIN)
    shown = "\n".join([*diagram_lines(), "", *table_lines()])
    return f"{before}{BEGIN}\n\n{shown}\n\n{END}{rest.split(END)[1]}"


def main(arguments: Sequence[str]) -> int:
    """Rewrite the document with `--write`, else print diagram and table."""
    if "--write" in arguments:
        DOCUMENT.write_text(insert_rooms(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print("\n".join([*diagram_lines(), "", *table_lines()]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
