"""Nothing above `rulesets` names a game, a type or a variant: each is a folder there, and one line."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from rulesets.kernel.rules import Game, Kind, Variant
from rulesets.registry import GAMES
from tests.architecture import house
from tools.scripts.catalog import PACKAGES

ABOVE = tuple(package for package in PACKAGES if package != "rulesets")
PRODUCT = {"chama", "Chama"}
"""Also the name of the product, so only a text that is nothing else names the game."""
EXCEPTIONS: Mapping[str, set[str]] = {
    "api/field_docs.py": {"Campeonato", "chama"},
    "simulation/demo.py": {"castelo", "duelo", "duplas", "xisum"},
    "web/types/forms.py": {"Campeonato", "Conquistadores"},
    "web/kingdoms/views.py": {"reinos"},
    "config/celery.py": {"chama"},
    "laptop/installed.py": {"chama"},
    "templates/setup/_paste.html": {"Duplas", "Xisum"},
}  # fmt: skip
"""Where → what: examples of the API, the demo, whose days are chosen, the form that compares an invented type
to known ones, the addresses of the companion of kingdoms, and the name of the program."""
DOCS = {"doc", "MirrorField", "example_body"}
"""Functions of `api.field_docs` and `api.mirror`: descriptions and examples of the API may name games."""


def words() -> set[str]:
    """Every key and every word of titles."""
    named: list[Game | Kind | Variant] = []
    for game in GAMES.values():
        named += (game, *game.kinds, *game.variants)
    return {word for thing in named for word in (thing.key, thing.title_word)}


WORDS = words()
AS_A_WORD = re.compile(
    rf"(?<![\w-])({'|'.join(sorted(map(re.escape, WORDS - PRODUCT), key=len)[::-1])})(?![\w-])"
)
QUOTED = re.compile(r"""["'](chama|Chama)["']""")
LOADED = re.compile(r"{%\s*load.*?%}|{#.*?#}")
IDENTIFIERS = {key.replace("-", "_") for key in WORDS - PRODUCT if key == key.lower()}


def in_text(text: str) -> set[str]:
    """The words that a text names."""
    return {*AS_A_WORD.findall(text), *({text} & PRODUCT)}


def in_python(source: str) -> Iterator[str]:
    """The words that code names in its texts and names, except in docstrings and descriptions of the API."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    docs = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_doc(node))
    told |= {id(inner) for node in docs for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from in_text(node.value)
        yield from _in_names(node)


def is_doc(node: ast.Call) -> bool:
    """Whether a call only says something to the description of the API."""
    return isinstance(node.func, ast.Name) and node.func.id in DOCS


def _in_names(node: ast.AST) -> Iterator[str]:
    fields = (getattr(node, field, None) for field in ("id", "attr", "name", "arg"))
    for name in (field for field in fields if isinstance(field, str)):
        parts = "_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.replace(".", "_")).lower() + "_"
        yield from (word for word in IDENTIFIERS if f"_{word}_" in parts)


def in_page(source: str) -> set[str]:
    """The words that a template or a script names."""
    text = LOADED.sub("", source)
    return {*AS_A_WORD.findall(text), *QUOTED.findall(text)}


def excused(path: Path) -> set[str]:
    """What this file may name."""
    name = house.name(path)
    return {word for place, those in EXCEPTIONS.items() if name.startswith(place) for word in those}


@cache
def found() -> dict[Path, set[str]]:
    """Every file above `rulesets` that names a game, a type or a variant, and which."""
    python = {path: set(in_python(path.read_text())) for path in house.files(".py", within=ABOVE)}
    pages = house.files(".html", ".txt", ".js", ".css", within=(*ABOVE, "templates", "static"))
    return {**python, **{path: in_page(path.read_text()) for path in pages}}


def test_nothing_above_the_rules_names_a_game_a_type_or_a_variant() -> None:
    named = {house.name(path): those - excused(path) for path, those in found().items()}
    assert {name: those for name, those in named.items() if those} == {}


def test_every_exception_is_still_needed() -> None:
    named = found()
    for place, those in EXCEPTIONS.items():
        here = [words for path, words in named.items() if house.name(path).startswith(place)]
        assert those == set().union(*here), place


@pytest.mark.parametrize(
    "source",
    [
        'if tournament.game == "chama": pass',
        'WORDS = {"castelo": 1}',
        'x = _("as in Campeonato")',
        'y = f"{AT}duelo/"',
        "from somewhere import CASTELO",
        "def in_jogo_dos_reinos(): pass",
        "class XisumForm: pass",
        "game.castelo_words",
    ],
)
def test_a_name_in_code_is_seen(source: str) -> None:
    assert set(in_python(source))


@pytest.mark.parametrize("source", ['{% if game == "chama" %}', "{% if game == 'castelo' %}", "<p>Xisum</p>"])
def test_a_name_in_a_page_is_seen(source: str) -> None:
    assert in_page(source)


def test_the_products_own_name_is_none_of_them() -> None:
    assert not set(in_python('"""Castelo."""\nx = "Chama: the product"\nkingdoms = chama_tags = 1'))
    assert not in_page("{% load chama i18n %}<title>Chama</title>{# castelo #}")
