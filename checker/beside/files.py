"""The files beside a record: the names behind its ids, and the texts whose hashes it holds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from checker.reading.findings import Finding, Unreadable
from checker.reading.lines import Data, Line, canonical, is_second, sha256
from checker.reading.terms import count, digest, many, maybe, record, text

NO_TERMS = ("format", "software", "name", "year", "title")
"""Terms of a tournament that are no part of its regulation."""


def _words(value: Any) -> bool:
    return isinstance(value, str)


def _named(test: Any) -> Any:
    """An object with any keys."""
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


people_file = record(
    {"texts": _named(maybe(_words))},
    tournament=text,
    head=record(seq=count, sha256=digest),
    people=_named(maybe(_words)),
)
texts_file = record(
    tournament=text,
    editions=_named(maybe(_named(_words))),
    regulations=_named(maybe(_words)),
    types=_named(maybe(many(_words))),
)


def read_people(path: Path) -> Data:
    """Read a file of names, or raise `Unreadable`."""
    return _read(path, people_file, ("tournament", "head", "people", "texts"))


def read_texts(path: Path) -> Data:
    """Read a file of texts, or raise `Unreadable`."""
    return _read(path, texts_file, ("tournament", "editions", "regulations", "types"))


def _read(path: Path, test: Any, keys: Sequence[str]) -> Data:
    try:
        value = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as problem:
        raise Unreadable(f"{path.name}: {problem}") from problem
    if not isinstance(value, dict) or not test({key: value[key] for key in keys if key in value}):
        raise Unreadable(f"{path.name}: not the file that stands beside a record")
    return value


# --- names --------------------------------------------------------------------------------------------


def unnamed(lines: Sequence[Line], people: Data | None) -> Iterator[Finding]:
    """Find people and rulings that are missing in the file of names, if there is one."""
    if people is None:
        return
    seen = dict.fromkeys(person for line in lines for person in _people(line))
    for person in sorted(seen.keys() - people["people"].keys()):
        yield Finding(lines[-1].seq, "people", f"{person} is in the record and has no line there")
    for line in lines:
        if line.type == "ruling.noted" and line.data["text"] not in people.get("texts", {}):
            yield Finding(line.seq, "people", f"the words of {line.data['text']} are not there")


def _people(line: Line) -> Sequence[str]:
    if line.type in ("entry.added", "entry.changed"):
        return tuple(line.data.get("players", ()))
    return (line.data["person"],) if line.type.startswith("staff.") else ()


# --- texts --------------------------------------------------------------------------------------------


def unproven(lines: Sequence[Line], texts: Data | None) -> Iterator[Finding]:
    """Find hashes that the file of texts, if there is one, does not have or contradicts."""
    if texts is None:
        return
    setup: Data = {}
    for line in lines:
        if line.type in ("tournament.created", "tournament.changed"):
            setup = {**setup, **{key: value for key, value in line.data.items() if key != "reason"}}
            yield from _said("edition", line, line.data.get("rules"), texts["editions"], _edition)
            yield from _said("type", line, line.data.get("definition"), texts["types"], _type, "texts")
        elif line.type == "regulation.confirmed":
            terms = _terms(setup, second=is_second(lines[0]))
            yield from _regulation(line, terms, texts["regulations"])


def _said(
    what: str, line: Line, said: Data | None, known: Data, made: Any, key: str = "sha256"
) -> Iterator[Finding]:
    if said:
        yield from _compared(what, line, said[key], known, made)


def _compared(what: str, line: Line, wanted: str, known: Data, made: Any) -> Iterator[Finding]:
    if wanted not in known:
        yield Finding(line.seq, "texts", f"no {what} {wanted[:12]}… in the file of texts")
    elif known[wanted] is not None and made(known[wanted]) != wanted:
        yield Finding(line.seq, "texts", f"the text of {what} {wanted[:12]}… has another hash")


def _edition(chapters: Mapping[str, str]) -> str:
    """Paths, lengths and bytes; the game's own chapters before the common ones."""
    whole = b""
    for path in sorted(chapters, key=lambda path: (path.split("/")[1:2] == ["common"], path)):
        raw = chapters[path].encode()
        whole += f"{path}\n{len(raw)}\n".encode() + raw
    return sha256(whole)


def _type(both: Sequence[str]) -> str:
    return sha256(json.dumps(both, ensure_ascii=False).encode())


def _terms(setup: Data, *, second: bool) -> Data:
    terms = {key: value for key, value in setup.items() if key not in NO_TERMS}
    if not second and not terms.get("definition"):
        terms.pop("definition", None)  # the first format leaves it out instead of saying null
    return terms


def _regulation(line: Line, terms: Data, known: Data) -> Iterator[Finding]:
    wanted = line.data["version"]
    yield from _compared(
        "regulation",
        line,
        wanted,
        known,
        lambda special: sha256(canonical({**terms, "special_rules": special})),
    )
