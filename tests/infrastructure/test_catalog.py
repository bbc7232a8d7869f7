"""The translation tools see every message and every defect of a catalog."""

import re
from pathlib import Path

import pytest

from tools.scripts import catalog

TEMPLATE = """{% load i18n %}<h1>{% translate "Bracket" %}</h1>
   {% blocktranslate trimmed count tables=tables %}
     One table is
     free
   {% plural %}
     {{ tables }} tables are free
   {% endblocktranslate %}
<p title="{% translate 'Match' context 'on a sheet' %}">{{ _("Seat (free")|upper }} 50%</p>
{% if True %}{% translate "100% sure" %}{% endif %}
"""
MODULE = """
from django.utils.translation import gettext as _, gettext_lazy, ngettext, npgettext_lazy
TITLE = gettext_lazy("A title")
def say(count: int) -> str:
    return _("Hello %(name)s") + ngettext("one seat", "%(count)s seats", count)
LATE = npgettext_lazy("clock", "a minute", "%(n)s minutes")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one module and one template."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "messages.py").write_text(MODULE)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    return tmp_path


def test_messages_of_code_and_templates_are_found(project: Path) -> None:
    found = {(message.id, message.context) for message in catalog.extract_messages(project) if message.id}
    assert found == {
        ("A title", None),
        ("Hello %(name)s", None),
        (("one seat", "%(count)s seats"), None),
        (("a minute", "%(n)s minutes"), "clock"),
        ("Bracket", None),
        (("One table is free", "%(tables)s tables are free"), None),
        ("Match", "on a sheet"),
        ("Seat (free", None),
        ("100%% sure", None),
    }


def test_update_keeps_translations_drops_the_unused_and_guesses_nothing(
    project: Path, tmp_path: Path
) -> None:
    held = catalog.empty_catalog("pt_BR")
    held.add("A title", "Um título")
    held.add("Bracket ", "quase igual")
    path = tmp_path / "locale" / "pt_BR" / "LC_MESSAGES" / "django.po"
    catalog.save(catalog.update_catalog(held, catalog.extract_messages(project)), path)
    written = catalog.load(path)
    assert written["A title"].string == "Um título"
    assert written["Bracket"].string == ""
    assert "Bracket " not in written
    assert "quase igual" not in path.read_text()


def test_the_same_catalog_gives_the_same_bytes(project: Path, tmp_path: Path) -> None:
    path = tmp_path / "locale" / "pt_BR" / "LC_MESSAGES" / "django.po"
    catalog.save(
        catalog.update_catalog(catalog.empty_catalog("pt_BR"), catalog.extract_messages(project)), path
    )
    first = path.read_bytes()
    catalog.save(catalog.update_catalog(catalog.load(path), catalog.extract_messages(project)), path)
    assert path.read_bytes() == first


def _faults_of(source: str | tuple[str, str], text: str | tuple[str, str], **more: bool) -> list[str]:
    wanted, held = catalog.empty_catalog("pt_BR"), catalog.empty_catalog("pt_BR")
    wanted.add(source)
    held.add(source, text, flags=["fuzzy"] if more.get("fuzzy") else [])
    return [problem.split(":")[0] for problem in catalog.problems(held, wanted)]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("Hello %(name)s", "Olá, %(name)s", []),
        ("Hello %(name)s", "Olá, %(nome)s", ["other placeholders than its source"]),
        ("Hello {name}", "Olá", ["other placeholders than its source"]),
        ("Hello", "", ["not translated"]),
        (("one seat", "%(n)s seats"), ("um lugar", "%(n)s lugares"), []),
        (("one seat", "%(n)s seats"), ("%(n)s lugar", "%(n)s lugares"), []),
        (("one seat", "%(n)s seats"), ("um lugar", ""), ["not translated"]),
        (("one seat", "%(n)s seats"), ("um lugar", "%(m)s lugares"), ["other placeholders than its source"]),
    ],
)
def test_defects_of_an_entry_are_named(
    source: str | tuple[str, str], text: str | tuple[str, str], expected: list[str]
) -> None:
    assert _faults_of(source, text) == expected


def test_fuzzy_missing_and_unused_entries_are_named() -> None:
    assert _faults_of("Hello", "Olá", fuzzy=True) == ["fuzzy"]
    wanted, held = catalog.empty_catalog("pt_BR"), catalog.empty_catalog("pt_BR")
    wanted.add("new")
    held.add("old", "velho")
    assert catalog.problems(held, wanted) == ["not in the catalog: 'new'", "no longer used: 'old'"]


def test_a_fuzzy_header_is_named(tmp_path: Path) -> None:
    held = catalog.load(tmp_path / "pt_BR" / "LC_MESSAGES" / "django.po")
    assert catalog.problems(held, held) == []
    held.fuzzy = True
    assert catalog.problems(held, held) != []


SPANISH = re.compile(r"(?<![\w“/.-])(?:el|los|del|una|hay|y|con|puesto|siguiente)(?![\w”/.-])", re.IGNORECASE)


def test_no_portuguese_text_is_spanish() -> None:
    """Two catalogs filled at once are easily swapped; these are words that Portuguese does not have."""
    (path,) = (path for path in catalog.CATALOGS if "pt_BR" in path.parts)
    texts = (
        text
        for message in catalog.load(path)
        if message.id
        for text in ([message.string] if isinstance(message.string, str) else message.string or ())
    )
    assert [text for text in texts if SPANISH.search(text)] == []
