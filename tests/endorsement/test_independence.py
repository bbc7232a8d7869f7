"""The endorsement shares no code with the product, and the checker uses the standard library only.

It starts servers as the tests do, by `tests.servers`, which knows nothing of the product but its commands.
"""

import ast
import sys
from pathlib import Path

import pytest

from tests.architecture import house
from tools.scripts.catalog import PACKAGES

OURS = house.files(".py", within=("tools/endorsement",))
CHECKER = house.files(".py", within=("checker",))
LAUNCHER = "tests.servers"
ITSELF = "tools.endorsement"
PRODUCT = {*PACKAGES, "tools", "tests", "django", "rest_framework", "celery"}


def _root(module: str) -> str:
    return ITSELF if module.startswith(ITSELF) else module.split(".", maxsplit=1)[0]


def _roots(path: Path) -> set[str]:
    nodes = ast.walk(house.tree(path))
    modules = {module for node in nodes for module in house.imported(node)}
    return {_root(module) for module in modules if not module.startswith(LAUNCHER)}


def test_there_is_an_endorsement() -> None:
    parts = {"generate", "play", "mutate", "history", "replay", "chaos", "fuzz", "whole_day"}
    assert {path.parent.name for path in OURS} == {"endorsement", *parts}


@pytest.mark.parametrize("path", [*OURS, *CHECKER], ids=house.name)
def test_nothing_of_it_imports_the_product(path: Path) -> None:
    assert _roots(path) & PRODUCT == set()


@pytest.mark.parametrize("path", CHECKER, ids=house.name)
def test_the_checker_needs_nothing_but_python(path: Path) -> None:
    assert _roots(path) - sys.stdlib_module_names <= {"checker"}


def test_the_product_does_not_import_it() -> None:
    users = [house.name(path) for path in house.files(".py", within=PACKAGES) if ITSELF in _roots(path)]
    assert users == []
