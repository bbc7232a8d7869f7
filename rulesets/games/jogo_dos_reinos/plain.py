"""Events and outcomes as plain values for a database or a file, and events read back from them.

An event is `{"type": "pick", "kingdom": 3, "cards": [1, 4]}`. Outcomes are only written: `engine.replay`
derives them again from the seed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from core.errors import Refused, Violation
from rulesets.games.jogo_dos_reinos.chances import Roll
from rulesets.games.jogo_dos_reinos.events import Attack, Decide, Event, Leave, Outcome, Pass, Pick
from rulesets.kernel.sheet import Out

MAX_CARDS = 100


def to_plain(value: Event | Outcome) -> dict[str, Any]:
    """A value that JSON can hold; a roll also says whether it succeeded."""
    plain = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    success = {"success": value.success} if isinstance(value, Roll) else {}
    return {"type": name_of(type(value)), **plain, **success}


def event_from(plain: object) -> Event:
    """The event that a plain value describes; `Refused` with `event_unreadable` for any other value."""
    if isinstance(plain, Mapping):
        reader = _READERS.get(str(plain.get("type")))
        keys = {key for key in plain if key != "type"}
        if reader is not None and keys == reader[0]:
            try:
                return reader[1](plain)
            except (TypeError, ValueError):
                pass
    raise Refused([Violation("event_unreadable", {}, "event")])


def _plain(value: object) -> Any:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def name_of(kind: type) -> str:
    """The `type` of its values: `BattleWon` is `battle_won`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise TypeError(value)
    return value


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_CARDS:
        raise TypeError(value)
    return tuple(_number(item) for item in value)


_READERS: Mapping[str, tuple[frozenset[str], Callable[[Mapping[str, Any]], Event]]] = {
    "attack": (frozenset({"target"}), lambda plain: Attack(_number(plain["target"]))),
    "pass": (frozenset(), lambda plain: Pass()),
    "decide": (
        frozenset({"vassal", "revolts"}),
        lambda plain: Decide(_number(plain["vassal"]), _flag(plain["revolts"])),
    ),
    "pick": (
        frozenset({"kingdom", "cards"}),
        lambda plain: Pick(_number(plain["kingdom"]), _numbers(plain["cards"])),
    ),
    "leave": (
        frozenset({"kingdom", "way"}),
        lambda plain: Leave(_number(plain["kingdom"]), Out(plain["way"])),
    ),
}
