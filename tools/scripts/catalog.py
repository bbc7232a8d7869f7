"""Translation catalogs without gettext: extract messages from the code, update and check `.po` files.

Babel reads Python itself; templates go through Django's own `templatize`, which turns their tags
into gettext calls.
"""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGS = tuple(sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po")))
PACKAGES = (
    "config",
    "core",
    "accounts",
    "rulesets",
    "catalogue",
    "matches",
    "tournaments",
    "records",
    "scheduling",
    "notices",
    "simulation",
    "operating",
    "laptop",
    "web",
    "api",
)
TEMPLATES = ("templates", *(f"{package}/templates" for package in PACKAGES))
LAZY: dict[str, Any] = {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
WORDS: dict[str, Any] = {"PluralMessage": (1, 2), "ContextMessage": ((1, "c"), 2)}
"""What games mark their messages with beside `_` (`rulesets/kernel/words.py`)."""
KEYWORDS: dict[str, Any] = {**DEFAULT_KEYWORDS, **LAZY, **WORDS}
PLACEHOLDER = re.compile(r"%\(\w+\)|%[sdrif]|\{\w*(?:[!:][^}]*)?\}")
ExtractedMessage = tuple[str, int, Any, list[str], str | None]
"""File, line, message (or singular and plural), comments for translators, context."""


def extract_messages(root: Path = ROOT) -> Catalog:
    """Return every message that the product's code and templates can show, untranslated."""
    catalog = Catalog(project="chama", charset="utf-8")
    for path, line, message, comments, context in _extract_all(root):
        catalog.add(message, None, [(path, line)], auto_comments=comments, context=context)
    return catalog


def load(path: Path) -> Catalog:
    """Read a `.po` file, its obsolete entries into `obsolete`; an empty catalog if there is no file yet."""
    locale = path.parents[1].name
    if not path.exists():
        return empty_catalog(locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def empty_catalog(locale: str) -> Catalog:
    """Return a catalog without entries, not marked as fuzzy, which would keep it from compiling."""
    return Catalog(
        locale=locale,
        project="Chama",
        version="1",
        header_comment=f"# Texts in {locale}. `make messages` keeps the entries, people write the texts.",
        msgid_bugs_address="maintainers",
        last_translator="maintainers",
        language_team=locale,
        charset="utf-8",
        fuzzy=False,
    )


def update_catalog(catalog: Catalog, wanted: Catalog) -> Catalog:
    """Give the catalog exactly the wanted messages, in place, and return it.

    Translations stay, new messages are empty, none is guessed.
    """
    catalog.update(wanted, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def save(catalog: Catalog, path: Path) -> None:
    """Write a `.po` file in one settled form, so that the same catalog gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False, omit_header=False)


def problems(catalog: Catalog, wanted: Catalog) -> list[str]:
    """Return what is missing, unused or faulty, one sentence each; empty if the catalog is complete."""
    held = {_message_key(message): message for message in catalog if message.id}
    asked = {_message_key(message): message for message in wanted if message.id}
    new = (message for key, message in asked.items() if key not in held)
    missing = [f"not in the catalog: {_describe(message)}" for message in new]
    unused = [f"no longer used: {_describe(message)}" for key, message in held.items() if key not in asked]
    whole = ["the catalog's own header is fuzzy, so it is not compiled"] if catalog.fuzzy else []
    return [
        *whole,
        *missing,
        *unused,
        *(problem for message in held.values() for problem in _message_faults(message)),
    ]


def _extract_all(root: Path) -> Iterator[ExtractedMessage]:
    for path in _python_files(root):
        yield from _extract_from_source(path.read_bytes(), str(path.relative_to(root)))
    for path in _template_files(root):
        name = str(path.relative_to(root))
        yield from _extract_from_source(_as_python(templatize(path.read_text(), origin=name)).encode(), name)


def _python_files(root: Path) -> list[Path]:
    found = [path for package in PACKAGES for path in (root / package).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


def _template_files(root: Path) -> list[Path]:
    found = [path for folder in TEMPLATES for path in (root / folder).rglob("*.*")]
    return sorted(path for path in found if path.suffix in {".html", ".txt", ".svg"})


def _as_python(templatized: str) -> str:
    """Return lines without indentation; `templatize` leaves calls and filler, no Python blocks."""
    return "\n".join(line.strip() for line in templatized.split("\n"))


def _extract_from_source(source: bytes, name: str) -> Iterator[ExtractedMessage]:
    options = {"encoding": "utf-8"}
    for line, message, comments, context in extract(
        "python", BytesIO(source), KEYWORDS, comment_tags=["Translators:"], options=options
    ):
        yield name, line, message, comments, context


def _message_key(message: Message) -> tuple[Any, str | None]:
    return (message.id if isinstance(message.id, str) else message.id[0]), message.context


def _describe(message: Message) -> str:
    """Return the source text in quotes, and the files that contain it."""
    where = ", ".join(sorted({path for path, _ in message.locations}))
    return f"{_message_key(message)[0]!r}{f' ({where})' if where else ''}"


def _message_faults(message: Message) -> Iterator[str]:
    """Yield a sentence each if it is fuzzy, and if it is not translated or has other placeholders."""
    texts = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    if message.fuzzy:
        yield f"fuzzy: {_describe(message)}"
    if not all(texts):
        yield f"not translated: {_describe(message)}"
    elif not _has_same_placeholders(message, texts):
        yield f"other placeholders than its source: {_describe(message)}"


def _has_same_placeholders(message: Message, texts: Iterable[str]) -> bool:
    """Return whether each translation has the placeholders of its source.

    Any form may have those of the singular: it may say "one" instead of a number.
    """
    if isinstance(message.id, str):
        return all(_placeholders(text) == _placeholders(message.id) for text in texts)
    singular, plural = (_placeholders(source) for source in message.id)
    return all(_placeholders(text) in (singular, plural) for text in texts)


def _placeholders(text: str) -> list[str]:
    return sorted(set(PLACEHOLDER.findall(text.replace("%%", ""))))
