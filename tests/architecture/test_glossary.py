"""A word of the glossary is the name of one thing: of a model and of its value in the pure rules.

The checkers of records read a record for themselves and have words of their own.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture import house
from tests.architecture.test_documents import INLINE, rows, section
from tests.servers.process import ROOT
from tools.scripts.catalog import PACKAGES

GLOSSARY = ROOT / "docs" / "glossary.md"
TABLES = ("## The words of the game", "## The words of the house")
HOMES = ("models", "pure", "core")  # a stored row, a pure value, what all stand on
CHECKER = ROOT / "records" / "checker"
FRAMEWORK = {"Command"}  # what Django looks up by its name
SAYS_TOO_MUCH = {
    "choice", "door", "key_of", "look", "picture", "preview", "scene", "sentence", "settle", "told", "voice",
}  # fmt: skip
"""Words that named up to seven things each: what bears one alone does not say which of them it is."""
FILTER = "web.templatetags.chama.sentence"


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
    """`models`, `pure` for what decides, or the top-level package."""
    if "models" in path.parts or path.stem == "models":
        return "models"
    return "pure" if path in pure() else path.relative_to(ROOT).parts[0]


@cache
def pure() -> frozenset[Path]:
    """The modules that decide."""
    return frozenset(house.pure_files())


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


def test_a_class_is_the_only_one_of_its_name() -> None:
    """One row and one pure value may share a name: they are the same thing on two floors."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, path in classes():
        found[name].append(home(path))
    several = {name: homes for name, homes in found.items() if len(homes) > 1 and name not in FRAMEWORK}
    assert {name: homes for name, homes in several.items() if sorted(homes) != ["models", "pure"]} == {}


def importable() -> Iterator[tuple[str, Path]]:
    """Every class, function and type of the product that others can import; constants are no things."""
    for path in house.files(".py", within=PACKAGES):
        for node in house.tree(path).body if CHECKER not in path.parents else ():
            names = [node.name] if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
            if isinstance(node, ast.Assign):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            yield from ((name, path) for name in names if not name.isupper())


def test_no_name_says_too_much() -> None:
    found = [said(path, name) for name, path in importable() if name.lower() in SAYS_TOO_MUCH]
    assert found == [FILTER]
