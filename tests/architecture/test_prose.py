"""`tools.scripts.prose` finds what it looks for; `make check` runs it over documents, modules and commits."""

import ast

import pytest

from tests.architecture.test_documents import text
from tests.servers.process import ROOT
from tools.scripts import prose


@pytest.mark.parametrize(
    "sentence",
    [
        "The table is drawn anew.", "Whoever records goes first.", "It was by chance.", "The answer at hand.",
        "Somebody sits elsewhere.", "Others give way.", "It lets go of the lock.", "Who was thrown out.",
        "As ever.",
    ],
)  # fmt: skip
def test_a_word_that_the_field_does_not_use_is_found(sentence: str) -> None:
    assert [line for line, _ in prose.unwanted_words(f"One plain line.\n{sentence}")] == [2]


def test_words_within_words_and_plain_ones_are_not_found() -> None:
    assert list(prose.unwanted_words("Renew the manewer; a bookshelf beside the handset, once again.")) == []


def test_every_word_has_a_plain_one() -> None:
    assert all(prose.PLAIN.values())
    assert [plain for plain in prose.PLAIN.values() if list(prose.unwanted_words(plain))] == []


def test_code_and_generated_parts_of_a_document_are_no_prose() -> None:
    document = "`nobody`\n```\nanew\n```\n<!-- faults: made -->\nwhoever\n<!-- end of faults -->\nmeanwhile\n"
    assert list(prose.unwanted_words(prose.prose_of_document(document))) == [(8, "meanwhile")]


def test_docstrings_and_comments_of_a_module_are_prose_and_its_texts_are_not() -> None:
    module = '"""Begin anew."""\nTEXT = "Somebody came"\ndef act() -> None:  # besides\n    """Whatever."""\n'
    found = [
        (first + line - 1, word)
        for first, said in prose.prose_of_module(module)
        for line, word in prose.unwanted_words(said)
    ]
    assert sorted(found) == [(1, "anew"), (3, "besides"), (4, "Whatever")]


@pytest.mark.parametrize(
    ("name", "is_wrong"),
    [
        *((name, True) for name in ("At", "Settled", "Told", "Own")),
        *((name, False) for name in ("Refused", "CachedResponse", "Feed", "Ruling")),
    ],
)
def test_a_class_is_called_by_a_noun(name: str, is_wrong: bool) -> None:
    (node,) = ast.parse(f"class {name}: ...").body
    assert isinstance(node, ast.ClassDef)
    assert prose.is_unfit_name(node) is is_wrong


@pytest.mark.parametrize(
    "subject",
    [
        "Added a page",
        "Adding a page",
        "Adds a page",
        "add a page",
        "Add a page.",
        "Let days go on by chance",
        "Add" * 30,
    ],
)
def test_a_subject_that_is_no_imperative_or_too_long_is_wrong(subject: str) -> None:
    assert prose.subject_problem(subject)


@pytest.mark.parametrize(
    "subject",
    [
        "Fix race when two judges record the same match",
        "Pass the lock",
        "Bring back the page",
        "Seed the demo",
    ],
)
def test_an_imperative_subject_is_right(subject: str) -> None:
    assert prose.subject_problem(subject) == ""


def test_documents_in_other_languages_and_dated_reports_are_left_out() -> None:
    names = {str(path.relative_to(ROOT)) for path in prose.documents()}
    assert {"README.md", "CHANGELOG.md", "docs/adr/README.md", "docs/operating/install.md"} <= names
    assert not [name for name in names if "guia" in name or "endorsement" in name]


def test_the_changelog_stays_short() -> None:
    """A union merge of an old branch brings back what was taken out: take it out again."""
    assert len(text(ROOT / "CHANGELOG.md").splitlines()) < 200
