"""What befell a match before its sheet: the games without a winner, and the time it was given."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from matches.models import DrawnGame, Extension, Match
from rulesets.kernel.sheet import Line, Out


@dataclass(frozen=True, slots=True)
class DrawnGameView:
    """One game without a winner. `stands`: the match was started again after it, and that still counts."""

    number: int
    started_at: datetime
    at: datetime
    by: str
    lines: tuple[Line, ...]
    plain_lines: tuple[Mapping[str, object], ...]
    taken_back: bool
    is_void: bool

    @property
    def stands(self) -> bool:
        """Neither taken back nor part of a match that was made void."""
        return not (self.taken_back or self.is_void)


@dataclass(frozen=True, slots=True)
class ExtensionView:
    """Minutes given to the game in play."""

    minutes: int
    reason: str
    at: datetime


def drawn_games_of(match: Match) -> tuple[DrawnGameView, ...]:
    """All of them, in order; also those taken back or void."""
    rows = DrawnGame.objects.filter(match=match).select_related("noted_by__player")
    return tuple(_view(row) for row in rows.order_by("number"))


def extensions_of(match: Match) -> tuple[ExtensionView, ...]:
    """Those of the game in play; earlier games are over, with their time."""
    if not match.extra_minutes or match.started_at is None:
        return ()
    rows = Extension.objects.filter(match=match, at__gte=match.started_at).order_by("at", "pk")
    return tuple(ExtensionView(row.minutes, row.reason, row.at) for row in rows)


def _view(row: DrawnGame) -> DrawnGameView:
    return DrawnGameView(
        number=row.number,
        started_at=row.started_at,
        at=row.at,
        by=row.noted_by.player.name if row.noted_by else "",
        lines=tuple(_lines(row.lines)),
        plain_lines=tuple(row.lines),
        taken_back=row.taken_back,
        is_void=row.is_void,
    )


def _lines(items: list[dict[str, Any]]) -> Iterator[Line]:
    own = ("player", "out", "out_order")
    for item in items:
        counts = {key: value for key, value in item.items() if key not in own and value is not None}
        out = Out(item["out"]) if item["out"] else None
        yield Line(item["player"], counts, out, item["out_order"])
