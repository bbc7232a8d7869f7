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


def unwanted_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield each unwanted word of `PLAIN`, as written, with its line, from 1."""
    for found in WORD.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found[0]


def prose_of_document(text: str) -> str:
    """Return a Markdown text with code and generated parts replaced by blanks; lines stay where they are."""
    return QUOTED.sub(lambda quoted: re.sub(r"[^\n]", " ", quoted[0]), text)


def prose_of_module(text: str) -> Iterator[tuple[int, str]]:
    """Yield docstrings and comments with the number of their first line; names in backticks are removed."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, NAME.sub("", str(node.value.value))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], NAME.sub("", token.string)


def documents() -> list[Path]:
    """Return every document in English, sorted by path."""
    roots = [ROOT / name for name in DOCUMENTS]
    found = {path for root in roots for path in (root, *root.rglob("*.md")) if path.is_file()}
    return sorted(path for path in found if not set(NO_PROSE) & set(path.parents))


@cache
def modules() -> tuple[Path, ...]:
    """Return every module of the product and its tools, without migrations, sorted by path."""
    found = (path for name in SOURCES for path in (ROOT / name).rglob("*.py"))
    return tuple(sorted(path for path in found if "migrations" not in path.parts))


def package_of(path: Path) -> str:
    """Return the folder of a module, relative to the repository."""
    return str(path.parent.relative_to(ROOT))


def document_problems() -> Iterator[str]:
    """Yield a line for each unwanted word in a document."""
    for path in documents():
        for line, word in unwanted_words(prose_of_document(path.read_text(encoding="utf-8"))):
            yield _format_problem(path, line, word)


def module_problems() -> Iterator[str]:
    """Yield a line for each unwanted word in a docstring or comment."""
    for path in modules():
        for first, prose in prose_of_module(path.read_text(encoding="utf-8")):
            for line, word in unwanted_words(prose):
                yield _format_problem(path, first + line - 1, word)


def _format_problem(path: Path, line: int, word: str) -> str:
    plain = next(plain for pattern, plain in PLAIN.items() if re.fullmatch(pattern, word, re.IGNORECASE))
    return f"{path.relative_to(ROOT)}:{line}: “{word}”: say {plain}"


def empty_names() -> Iterator[str]:
    """Yield a line for each name of `EMPTY` that more than one function of a package has."""
    found: Counter[tuple[str, str]] = Counter()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (name := node.name.strip("_")) in EMPTY:
                found[package_of(path), name] += 1
    for (package, name), count in found.items():
        if count > 1:
            yield f"{package}: {count} functions are called `{name}`"


def unfit_names() -> Iterator[str]:
    """Yield a line for each class or function whose name is no noun or verb."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and is_unfit_name(node):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: `{node.name}` is no noun or verb"


def is_unfit_name(node: ast.ClassDef | ast.FunctionDef) -> bool:
    """Return whether a name is a particle or, of a class, a participle."""
    bare = node.name.strip("_")
    if node.name in NOUNS | OUTCOMES:
        return False
    is_participle = bare.lower() in PARTICIPLES or ENDED.fullmatch(bare)
    return bare.lower() in PARTICLES or bool(isinstance(node, ast.ClassDef) and is_participle)


def commit_subjects() -> list[str]:
    """Return the subjects of the commits that are not on main; print a line if there is no main."""
    for base in ("origin/main", "main"):
        command = ["git", "log", "--no-merges", "--format=%s", f"{base}..HEAD"]
        asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            return asked.stdout.splitlines()
    print("no branch main here: commit subjects are not checked")
    return []


def subject_problem(subject: str) -> str:
    """Return what is wrong with a commit's subject, "" if nothing."""
    first = subject.partition(" ")[0]
    if len(subject) > LONGEST_SUBJECT:
        return f"{len(subject)} characters, at most {LONGEST_SUBJECT}"
    if not first[:1].isupper() or subject.endswith("."):
        return "begin with a capital letter, end without a full stop"
    if NOT_IMPERATIVE.fullmatch(first) and first.lower() not in IMPERATIVE:
        return f"“{first}” is no imperative"
    return next((f"“{word}”" for _, word in unwanted_words(subject)), "")


def problems() -> Iterator[str]:
    """Yield a line for all that is wrong in documents, modules, names and commits."""
    yield from document_problems()
    yield from module_problems()
    yield from empty_names()
    yield from unfit_names()
    for subject in commit_subjects():
        if wrong := subject_problem(subject):
            yield f"commit “{subject}”: {wrong}"


def main() -> int:
    """Print all problems; return 1 if there are any."""
    found = list(problems())
    print("\n".join(found) or "words, names and commit subjects are plain")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
