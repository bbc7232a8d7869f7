"""The files of the house, for the tests of its habits."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.servers.process import ROOT
from tools.scripts.catalog import PACKAGES

WITH_CODE = (*PACKAGES, "tests", "tools/scripts", "tools/endorsement", "checker", "templates", "static")


def files(*suffixes: str, within: tuple[str, ...] = WITH_CODE) -> list[Path]:
    """Every file of ours with one of these suffixes, generated migrations left out."""
    found = [path for name in within for path in (ROOT / name).rglob("*") if path.suffix in suffixes]
    return sorted(path for path in found if not {"migrations", "__pycache__"} & set(path.parts))


def pure_files() -> list[Path]:
    """The modules that decide: what the import contract `pure` names in pyproject.toml."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (modules,) = (contract["source_modules"] for contract in contracts if contract["id"] == "pure")
    places = [ROOT / module.replace(".", "/") for module in modules]
    folders = tuple(name(place) for place in places if place.is_dir())
    return [
        *files(".py", within=folders),
        *(place.with_suffix(".py") for place in places if not place.is_dir()),
    ]


def name(path: Path) -> str:
    """A file's path as a person says it."""
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(), filename=name(path))


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that an import statement names (`from a import b` gives `a` and `a.b`)."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def place(path: Path, node: ast.expr | ast.stmt) -> str:
    """Where something stands: `tournaments/play/play.py:12`."""
    return f"{name(path)}:{node.lineno}"
