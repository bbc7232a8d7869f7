"""A word of the glossary is the name of one thing: of a model and of its value in the pure rules.

The checkers of records read a record for themselves and have words of their own.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scripts.catalog import PACKAGES
from tests.architecture import house
from tests.architecture.test_documents import INLINE, rows, section
from tests.servers.process import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
TABLES = ("## The words of the game", "## The words of the house")
HOMES = ("models", "rulesets", "core")  # a stored row, a pure value, what all stand on
CHECKER = ROOT / "records" / "checker"


def identifiers() -> set[str]:
    """What the glossary has in its last column, as it stands there."""
    found = (row for title in TABLES for row in rows(section(GLOSSARY, title)))
    return {identifier for row in found for identifier in INLINE.findall(row[-1])}


def words() -> set[str]:
    """The classes among them: `Sheet` of `Sheet`, `EndedBy` of `EndedBy.BYE`, `Act` of a dotted path."""
    return {word for identifier in identifiers() for word in re.findall(r"\b[A-Z][a-z]\w+", identifier)}


def classes() -> Iterator[tuple[str, Path]]:
    """Every class of the product outside the checker, with its file."""
    for path in house.files(".py", within=PACKAGES):
        if CHECKER not in path.parents:
            yield from ((node.name, path) for node in house.tree(path).body if isinstance(node, ast.ClassDef))


def home(path: Path) -> str:
    """`models`, or the top-level package."""
    return "models" if "models" in path.parts or path.stem == "models" else path.relative_to(ROOT).parts[0]


def said(path: Path, name: str) -> str:
    """A class as the glossary says where it lives: `core.errors.Violation`."""
    return ".".join([*path.relative_to(ROOT).with_suffix("").parts, name])


def test_a_word_of_the_glossary_names_nothing_else() -> None:
    known, named = words(), identifiers()
    elsewhere = ((name, path) for name, path in classes() if name in known and home(path) not in HOMES)
    assert [said(path, name) for name, path in elsewhere if said(path, name) not in named] == []


def test_a_word_of_the_glossary_is_one_model() -> None:
    known = words()
    stored = Counter(name for name, path in classes() if name in known and home(path) == "models")
    assert [name for name, count in stored.items() if count > 1] == []


def test_every_word_of_the_glossary_is_there() -> None:
    assert words() - {name for name, _ in classes()} == set()
