"""What the documents say is so: their links, commands, paths, addresses, settings, routes, words."""

import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zoneinfo import available_timezones

import pytest
from celery import current_app
from django.conf import settings
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from checker.stages.groups import ALGORITHM as GROUPS
from simulation.demo import ACCOUNTS, PASSWORD
from tests.architecture import house
from tests.servers.process import ROOT
from tools.endorsement.description import description
from tools.scripts import catalog
from tournaments.bracket.lots import ALGORITHM as LOTS
from tournaments.stages.swiss.pairing import ALGORITHM as SWISS

DOCUMENTS = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
GUIDES = sorted((ROOT / "docs" / "guia").glob("*.md"))
FILE_NAMES = {path.name for path in house.files(".py", ".md", within=catalog.PACKAGES)}
MADE_LATER = (".venvs/", ".venv/", "var/", "staticfiles/")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^(?: {4}.*\n?)+", re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"\.?[A-Za-z_][\w.*-]*(?:/[\w.*-]*)+|[\w.*-]+\.(?:py|md|toml|ya?ml|txt|in|html|po)")
MODULE = re.compile(rf"(?:{'|'.join(catalog.PACKAGES)})(?:\.\w+)+")
ENVIRONMENT = re.compile(r'(?:env\.\w+|env_secret|os\.environ\.get)\(\s*"([A-Z_]+)"')
FORMATS = {"tournament-record/1", "tournament-record/2", "tournament-head/1"}
MACHINE = re.compile(r"(?<![\w.~])/(?:work|root|home|Users)/")


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def inline(path: Path) -> list[str]:
    """What stands in backticks within a line."""
    return INLINE.findall(FENCED.sub("", text(path)))


def code(path: Path) -> str:
    """Everything set as code: commands among it."""
    content = text(path)
    blocks = FENCED.findall(content) + INDENTED.findall(FENCED.sub("", content))
    return "\n".join([*blocks, *inline(path)])


def section(path: Path, heading: str) -> str:
    """The text under a heading, up to the next one of its level."""
    after = text(path).split(f"\n{heading}\n")[1]
    return re.split(rf"\n{re.escape(heading.partition(' ')[0])} ", after, maxsplit=1)[0]


def rows(table: str) -> Iterator[list[str]]:
    """The cells of a table's rows, without its two head lines."""
    for line in [line for line in table.splitlines() if line.startswith("|")][2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def anchors(path: Path) -> set[str]:
    """The addresses of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text(path)), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_there_are_documents() -> None:
    found = {name(path) for path in DOCUMENTS}
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md"} <= found
    assert {guide.stem for guide in GUIDES} == {"organizador", "juiz", "jogador"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_relative_link_leads_somewhere(path: Path) -> None:
    links = [link for link in LINK.findall(FENCED.sub("", text(path))) if "://" not in link]
    assert [link for link in links if not _leads(path, link)] == []


def _leads(path: Path, link: str) -> bool:
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_command_exists(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text(ROOT / "Makefile"), re.MULTILINE))
    made = {word for words in re.findall(r"\bmake((?: [a-z-]+)+)", code(path)) for word in words.split()}
    managed = set(re.findall(r"manage\.py ([a-z_]+)", code(path)))
    assert made - targets == set()
    assert managed - set(get_commands()) == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_path_and_name_of_code_exists(path: Path) -> None:
    spans = inline(path)
    paths = [span for span in spans if PATH.fullmatch(span) and not _is_other(span)]
    names = [span for span in spans if MODULE.fullmatch(span) and span not in paths]
    assert [span for span in paths if not _exists(span)] == []
    assert [span for span in names if not _resolves(span)] == []


@cache
def zones() -> set[str]:
    """All of them; looking for them goes through six hundred files."""
    return available_timezones()


def _is_other(span: str) -> bool:
    """What looks like a path and is none of ours: made at run time, of a game still to come, a zone."""
    return (
        span.startswith(MADE_LATER) or "castelo" in span or span in {*FORMATS, LOTS, SWISS, GROUPS, *zones()}
    )


def _exists(span: str) -> bool:
    """A path from the root, or the bare name of a file that some folder has."""
    return any(ROOT.glob(span.rstrip("/"))) or ("/" not in span and span in FILE_NAMES)


def _resolves(dotted: str) -> bool:
    """A name of Python, Django's label of a model (`core.Ledger`), or a task of Celery."""
    package, _, rest = dotted.partition(".")
    return dotted in current_app.tasks or any(
        _is_there(name) for name in (dotted, f"{package}.models.{rest}")
    )


def _is_there(dotted: str) -> bool:
    try:
        pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_address_of_a_page_exists(path: Path) -> None:
    if name(path) == "docs/api.md":
        return  # its routes have a test of their own
    addresses = [span for span in inline(path) if span.startswith("/") and span.endswith("/")]
    unknown = [address for address in addresses if not _is_page(re.sub(r"<\w+>", "x", address))]
    assert unknown == []


def _is_page(address: str) -> bool:
    if address == "/api/v1/":
        return True  # where all routes begin, no route of its own
    try:
        resolve(address)
    except Resolver404:
        return False
    return True


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_no_document_speaks_of_one_machine(path: Path) -> None:
    assert MACHINE.findall(text(path)) == []


def test_the_readme_says_how_to_start_and_who_is_there() -> None:
    readme = text(ROOT / "README.md")
    assert "    make run" in readme
    assert "    make test" in readme
    assert _accounts(ROOT / "README.md") == _accounts(ROOT / "README.pt-BR.md") == list(ACCOUNTS)


def _accounts(readme: Path) -> list[str]:
    return [row[0].strip("`") for row in rows(text(readme)) if row[1] == f"`{PASSWORD}`"]


def test_the_page_of_settings_lists_every_setting() -> None:
    page = text(ROOT / "docs" / "operating" / "settings.md")
    said = {word for row in rows(page) for word in INLINE.findall(row[0])}
    laptop = ROOT / "laptop"
    serve = (laptop / "management" / "commands" / "serve.py", laptop / "backups.py", laptop / "https.py")
    sources = text(ROOT / "config" / "settings.py") + "".join(map(text, serve))
    assert said == set(ENVIRONMENT.findall(sources))


def test_the_picture_of_a_request_has_every_middleware_in_its_order() -> None:
    picture = FENCED.findall(text(ROOT / "docs" / "architecture.md"))[0]
    names = [path.rpartition(".")[2] for path in settings.MIDDLEWARE]
    first_words = [line.split()[0] for line in picture.splitlines() if line.strip()]
    assert [word for word in first_words if word in names] == names


def test_the_guide_to_the_api_lists_every_route_and_no_other() -> None:
    guide = section(ROOT / "docs" / "api.md", "## Routes")
    said = {
        (verb, address.replace("T/", "/tournaments/{slug}/", 1) if address.startswith("T/") else address)
        for verb, address in re.findall(r"`([A-Z]+) (\S+)`", guide)
    }
    described = {
        (verb.upper(), address.removeprefix("/api/v1"))
        for address, verbs in description()["paths"].items()
        for verb in verbs
        if verb != "parameters"
    }
    assert said == described


def _words() -> dict[str, str]:
    """English → Portuguese of the words on the pages."""
    table = section(ROOT / "docs" / "glossary.md", "## The words on the pages")
    return {row[0]: row[1] for row in rows(table)}


@pytest.mark.parametrize("path", GUIDES, ids=name)
def test_the_guides_name_pages_and_buttons_by_their_words(path: Path) -> None:
    bold = set(re.findall(r"\*\*([^*]+)\*\*", re.sub(r"\s*\n\s*", " ", text(path))))
    assert bold - {"negrito", "Casos comuns"} - set(_words().values()) == set()


def test_the_words_on_the_pages_are_those_of_the_code_and_its_translation() -> None:
    shown = catalog.extract_messages()
    portuguese = catalog.load(ROOT / "locale" / "pt_BR" / "LC_MESSAGES" / "django.po")
    wanted = _words()
    assert [english for english in wanted if shown.get(english) is None] == []
    translated = {english: found.string for english in wanted if (found := portuguese.get(english))}
    assert {e: said for e, said in translated.items() if said and said != wanted[e]} == {}
