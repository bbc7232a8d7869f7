"""`python -m tools.scripts.prose`: check documents, docstrings, comments, names and commit subjects."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tools.scripts.catalog import PACKAGES, ROOT

PLAIN: Mapping[str, str] = {
    "anew": "again",
    "as ever": "as before",
    "at hand": "cached, available",
    "besides": "also, too",
    "brought up": "started, updated",
    "by chance": "at random",
    "doorstep": "request guard",
    "gives? way": "yield",
    "heeds?": "check, obey",
    "lets? go": "release",
    "meanwhile": "in that time, since then",
    "nobody": "no one, no player; or name who acts",
    "shelf": "cache",
    "somebody": "a person, a player, a judge",
    "stands? back": "wait, yield",
    "thereof": "of it",
    "thrown out": "disqualified, removed",
    "whatever": "any, everything that",
    "whoever": "a person who, the caller",
    "whomever": "the person whom",
}
"""Words that this project does not use, as patterns, and what to say in their place."""
WORD = re.compile(rf"\b({'|'.join(PLAIN)})\b", re.IGNORECASE)
SOURCES = (*PACKAGES, "checker", "tools")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs")
NO_PROSE = (ROOT / "docs" / "guia", ROOT / "docs" / "endorsement")  # Portuguese; dated reports
NAME = re.compile(r"`[^`\n]+`")
QUOTED = re.compile(r"```.*?```|`[^`\n]+`|<!-- (\w+)\b[^>]*-->.*?<!-- end of \1 -->", re.DOTALL)

EMPTY = {"show", "shown", "told", "tell", "asked", "ask"}
"""What a function may be called once in a package at most, with or without an underscore."""
PARTICLES = {
    "at", "by", "how", "nobody", "nothing", "of", "own", "somebody", "there", "up", "what", "where", "who",
    "why",
}  # fmt: skip
PARTICIPLES = {"drawn", "given", "gone", "kept", "known", "left", "made", "met", "taken", "told", "written"}
ENDED = re.compile(r"[A-Z][a-z]+ed")
NOUNS = {"Feed", "Refused"}
OUTCOMES = {"Freed", "Left", "Passed", "Picked"}
"""Outcomes of the kingdoms game: their names are the `type` of a value on the wire."""

LONGEST_SUBJECT = 72
NOT_IMPERATIVE = re.compile(r"\w+(?:ed|ing|[^s]s)")
IMPERATIVE = {"bring", "embed", "feed", "focus", "need", "ping", "proceed", "seed", "shed", "speed", "string"}


def words_in(text: str) -> Iterator[tuple[int, str]]:
    """Each unwanted word with its line, from 1."""
    for found in WORD.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found[0]


def prose_of_document(text: str) -> str:
    """A Markdown text with code and generated or quoted parts blanked, line by line as before."""
    return QUOTED.sub(lambda quoted: re.sub(r"[^\n]", " ", quoted[0]), text)


def prose_of_module(text: str) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module without names in backticks, each with its first line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, NAME.sub("", str(node.value.value))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], NAME.sub("", token.string)


def documents() -> list[Path]:
    """Every document in English."""
    roots = [ROOT / name for name in DOCUMENTS]
    found = {path for root in roots for path in (root, *root.rglob("*.md")) if path.is_file()}
    return sorted(path for path in found if not set(NO_PROSE) & set(path.parents))


@cache
def modules() -> tuple[Path, ...]:
    """Every module of the product and its tools, without migrations."""
    found = (path for name in SOURCES for path in (ROOT / name).rglob("*.py"))
    return tuple(sorted(path for path in found if "migrations" not in path.parts))


def package_of(path: Path) -> str:
    """Return the folder of a module, relative to the repository."""
    return str(path.parent.relative_to(ROOT))


def in_documents() -> Iterator[str]:
    """Unwanted words in documents, a line each."""
    for path in documents():
        for line, word in words_in(prose_of_document(path.read_text(encoding="utf-8"))):
            yield _said(path, line, word)


def in_modules() -> Iterator[str]:
    """Unwanted words in docstrings and comments, a line each."""
    for path in modules():
        for first, prose in prose_of_module(path.read_text(encoding="utf-8")):
            for line, word in words_in(prose):
                yield _said(path, first + line - 1, word)


def _said(path: Path, line: int, word: str) -> str:
    plain = next(plain for pattern, plain in PLAIN.items() if re.fullmatch(pattern, word, re.IGNORECASE))
    return f"{path.relative_to(ROOT)}:{line}: “{word}”: say {plain}"


def functions() -> Iterator[str]:
    """Names that say nothing, more than once in a package, a line each."""
    found: Counter[tuple[str, str]] = Counter()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (name := node.name.strip("_")) in EMPTY:
                found[package_of(path), name] += 1
    for (package, name), count in found.items():
        if count > 1:
            yield f"{package}: {count} functions are called `{name}`"


def names() -> Iterator[str]:
    """Classes and functions named by a particle or a participle, a line each."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and is_no_name(node):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: `{node.name}` is no noun or verb"


def is_no_name(node: ast.ClassDef | ast.FunctionDef) -> bool:
    """Whether a name is a particle, or that of a class a participle."""
    bare = node.name.strip("_")
    if node.name in NOUNS | OUTCOMES:
        return False
    is_participle = bare.lower() in PARTICIPLES or ENDED.fullmatch(bare)
    return bare.lower() in PARTICLES or bool(isinstance(node, ast.ClassDef) and is_participle)


def subjects() -> list[str]:
    """The subjects of the commits on this branch, none on main itself."""
    for base in ("origin/main", "main"):
        command = ["git", "log", "--no-merges", "--format=%s", f"{base}..HEAD"]
        asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            return asked.stdout.splitlines()
    print("no branch main here: commit subjects are not checked")
    return []


def wrong_in_subject(subject: str) -> str:
    """What is wrong with a commit's subject, or nothing."""
    first = subject.partition(" ")[0]
    if len(subject) > LONGEST_SUBJECT:
        return f"{len(subject)} characters, at most {LONGEST_SUBJECT}"
    if not first[:1].isupper() or subject.endswith("."):
        return "begin with a capital letter, end without a full stop"
    if NOT_IMPERATIVE.fullmatch(first) and first.lower() not in IMPERATIVE:
        return f"“{first}” is no imperative"
    return next((f"“{word}”" for _, word in words_in(subject)), "")


def problems() -> Iterator[str]:
    """All that is wrong, a line each."""
    yield from in_documents()
    yield from in_modules()
    yield from functions()
    yield from names()
    for subject in subjects():
        if wrong := wrong_in_subject(subject):
            yield f"commit “{subject}”: {wrong}"


def main() -> int:
    """Print all problems; return 1 if there are any."""
    found = list(problems())
    print("\n".join(found) or "words, names and commit subjects are plain")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
