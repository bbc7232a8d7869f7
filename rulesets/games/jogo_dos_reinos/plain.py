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
    """Return an event or outcome as JSON can hold it, with its `type`; a roll also has its `success`."""
    plain = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    success = {"success": value.success} if isinstance(value, Roll) else {}
    return {"type": name_of(type(value)), **plain, **success}


def event_from(plain: object) -> Event:
    """Return the event that a plain value describes. Raise `Refused` `event_unreadable` if it is none."""
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
    """Return a value of a field as JSON can hold it."""
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def name_of(kind: type) -> str:
    """Return the `type` under which values of this class are written: `battle_won` for `BattleWon`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _require_number(value: object) -> int:
    """Return the value if it is a whole number. Raise `TypeError` for any other, also for a boolean."""
    if type(value) is not int:
        raise TypeError(value)
    return value


def _require_flag(value: object) -> bool:
    """Return the value if it is a boolean. Raise `TypeError` for any other."""
    if type(value) is not bool:
        raise TypeError(value)
    return value


def _require_numbers(value: object) -> tuple[int, ...]:
    """Return the values if they are at most `MAX_CARDS` whole numbers. Raise `TypeError` for others."""
    if not isinstance(value, list | tuple) or len(value) > MAX_CARDS:
        raise TypeError(value)
    return tuple(_require_number(item) for item in value)


_READERS: Mapping[str, tuple[frozenset[str], Callable[[Mapping[str, Any]], Event]]] = {
    "attack": (frozenset({"target"}), lambda plain: Attack(_require_number(plain["target"]))),
    "pass": (frozenset(), lambda plain: Pass()),
    "decide": (
        frozenset({"vassal", "revolts"}),
        lambda plain: Decide(_require_number(plain["vassal"]), _require_flag(plain["revolts"])),
    ),
    "pick": (
        frozenset({"kingdom", "cards"}),
        lambda plain: Pick(_require_number(plain["kingdom"]), _require_numbers(plain["cards"])),
    ),
    "leave": (
        frozenset({"kingdom", "way"}),
        lambda plain: Leave(_require_number(plain["kingdom"]), Out(plain["way"])),
    ),
}
