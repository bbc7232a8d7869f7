"""The kinds of lines that acts can write: found in `tournaments.lines`, and made up of sample facts."""

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints, is_typeddict

from core.record.line import UNSAID, Facts, NewLine, Unsaid
from matches.sheet_values import PaperTimes
from tournaments import lines
from tournaments.lines.integrity import IntegrityNoted

MOMENT = datetime(2026, 3, 7, 12, tzinfo=UTC)
SAMPLES: Mapping[Any, Any] = {
    str: "a", int: 1, bool: True, type(None): None, datetime: MOMENT, PaperTimes: PaperTimes(None, MOMENT),
}  # fmt: skip
KEYED: Mapping[Any, str] = {Mapping: "1", dict: "intact"}
UNIONS = (types.UnionType, Union)


def kinds() -> dict[str, list[type[NewLine]]]:
    """Every kind with its classes: one, but for acts outside the ordinary run."""
    found: dict[str, list[type[NewLine]]] = {}
    for module in iter_modules(lines.__path__, f"{lines.__name__}."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and thing.__module__ == module.name and _is_written(thing):
                found.setdefault(thing.type, []).append(thing)
    return found


def _is_written(thing: type) -> TypeGuard[type[NewLine]]:
    """Whether it is a line, and none that only others are made of."""
    return issubclass(thing, NewLine) and (not issubclass(thing, IntegrityNoted) or hasattr(thing, "what"))


def told(kind: type[NewLine]) -> dict[str, str]:
    """Its keys with the formats that they are in, as docs/record.md writes them."""
    pairs = {key.name: key.formats for key in kind.known_keys()}
    return {name: formats[-2:].strip() if kind.since > 1 else formats for name, formats in pairs.items()}


def inner(facts: type[Facts], path: str) -> Iterator[str]:
    """Every path that it has, down to what is no object of settled keys."""
    hints = get_type_hints(facts)
    for key in facts.known_keys():
        here = f"{path}.{key.name}"
        yield here
        if key.field in hints:
            yield from _below(hints[key.field], here)


def _below(hint: Any, path: str) -> Iterator[str]:
    if is_typeddict(hint):
        for name, term in get_type_hints(hint).items():
            yield from (f"{path}.{name}", *_below(term, f"{path}.{name}"))
    elif isinstance(hint, type) and issubclass(hint, Facts):
        yield from inner(hint, path)
    else:
        many = "[]" if get_origin(hint) is Sequence else ""
        for part in get_args(hint) if many or get_origin(hint) in UNIONS else ():
            yield from _below(part, path + many)


def sample(kind: type[Facts], *, bare: bool) -> Any:
    """One of it: with everything said, or with as little as its types allow."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # each kind is a dataclass, its base is none
    return kind(**{name: _value(hints[name], bare=bare) for name in names})


def _value(hint: Any, *, bare: bool) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in UNIONS:
        return _one_of(parts, bare=bare)
    if origin in KEYED:
        return {KEYED[origin]: _value(parts[1], bare=bare)}
    if origin in (Sequence, list):
        return [_value(parts[0], bare=bare)]
    return parts[0] if origin is Literal else _simple(hint, bare=bare)


def _simple(hint: Any, *, bare: bool) -> Any:
    if is_typeddict(hint):
        due = hint.__required_keys__ if bare else get_type_hints(hint)
        return {name: _value(term, bare=bare) for name, term in get_type_hints(hint).items() if name in due}
    if isinstance(hint, type) and issubclass(hint, Facts):
        return sample(hint, bare=bare)
    return SAMPLES[hint]


def _one_of(hints: Sequence[Any], *, bare: bool) -> Any:
    """Nothing at all or null where that is allowed and `bare`; else the first thing that says something."""
    if bare and Unsaid in hints:
        return UNSAID
    if bare and type(None) in hints:
        return None
    return _value(next(hint for hint in hints if hint not in (Unsaid, type(None))), bare=bare)
