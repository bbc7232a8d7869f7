"""The translation catalog without gettext: what the code says, what is translated, what is amiss.

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
Found = tuple[str, int, Any, list[str], str | None]


def extracted(root: Path = ROOT) -> Catalog:
    """Every message that the product's code and templates can show."""
    catalog = Catalog(project="chama", charset="utf-8")
    for path, line, message, comments, context in _messages(root):
        catalog.add(message, None, [(path, line)], auto_comments=comments, context=context)
    return catalog


def load(path: Path) -> Catalog:
    """A `.po` file, with its obsolete entries apart; an empty catalog if there is no file yet."""
    locale = path.parents[1].name
    if not path.exists():
        return empty(locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def empty(locale: str) -> Catalog:
    """A catalog without entries that is not itself marked as fuzzy, which would keep it from compiling."""
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


def brought_up_to_date(catalog: Catalog, wanted: Catalog) -> Catalog:
    """The catalog with exactly the wanted messages; translations kept, new ones empty, none guessed."""
    catalog.update(wanted, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def save(catalog: Catalog, path: Path) -> None:
    """Write a `.po` file in one settled form, so that the same catalog gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False, omit_header=False)


def problems(catalog: Catalog, wanted: Catalog) -> list[str]:
    """What keeps the catalog from being complete, one sentence each; empty if it is sound."""
    held = {_key(message): message for message in catalog if message.id}
    asked = {_key(message): message for message in wanted if message.id}
    missing = [f"not in the catalog: {_shown(message)}" for key, message in asked.items() if key not in held]
    unused = [f"no longer used: {_shown(message)}" for key, message in held.items() if key not in asked]
    whole = ["the catalog's own header is fuzzy, so it is not compiled"] if catalog.fuzzy else []
    return [
        *whole,
        *missing,
        *unused,
        *(problem for message in held.values() for problem in _faults(message)),
    ]


def _messages(root: Path) -> Iterator[Found]:
    for path in _python_files(root):
        yield from _in_source(path.read_bytes(), str(path.relative_to(root)))
    for path in _template_files(root):
        name = str(path.relative_to(root))
        yield from _in_source(_as_python(templatize(path.read_text(), origin=name)).encode(), name)


def _python_files(root: Path) -> list[Path]:
    found = [path for package in PACKAGES for path in (root / package).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


def _template_files(root: Path) -> list[Path]:
    found = [path for folder in TEMPLATES for path in (root / folder).rglob("*.*")]
    return sorted(path for path in found if path.suffix in {".html", ".txt", ".svg"})


def _as_python(templatized: str) -> str:
    """Lines without indentation: what `templatize` leaves is calls and filler, which no tokenizer indents."""
    return "\n".join(line.strip() for line in templatized.split("\n"))


def _in_source(source: bytes, name: str) -> Iterator[Found]:
    options = {"encoding": "utf-8"}
    for line, message, comments, context in extract(
        "python", BytesIO(source), KEYWORDS, comment_tags=["Translators:"], options=options
    ):
        yield name, line, message, comments, context


def _key(message: Message) -> tuple[Any, str | None]:
    return (message.id if isinstance(message.id, str) else message.id[0]), message.context


def _shown(message: Message) -> str:
    where = ", ".join(sorted({path for path, _ in message.locations}))
    return f"{_key(message)[0]!r}{f' ({where})' if where else ''}"


def _faults(message: Message) -> Iterator[str]:
    texts = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    if message.fuzzy:
        yield f"fuzzy: {_shown(message)}"
    if not all(texts):
        yield f"not translated: {_shown(message)}"
    elif not _same_placeholders(message, texts):
        yield f"other placeholders than its source: {_shown(message)}"


def _same_placeholders(message: Message, texts: Iterable[str]) -> bool:
    """Every text fills in what its source fills in; the singular may say "one" instead of a number."""
    if isinstance(message.id, str):
        return all(_placeholders(text) == _placeholders(message.id) for text in texts)
    singular, plural = (_placeholders(source) for source in message.id)
    return all(_placeholders(text) in (singular, plural) for text in texts)


def _placeholders(text: str) -> list[str]:
    return sorted(set(PLACEHOLDER.findall(text.replace("%%", ""))))
