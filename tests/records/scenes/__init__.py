"""Small tournaments, each sound, each showing something: `a_…()` gives the book of one."""

from collections.abc import Callable

from tests.records.book import Book
from tests.records.scenes import all_losers, correcting, leaving, plain, promising, second, staged

EVERY_TYPE = {
    "tournament.created", "tournament.changed", "tournament.announced", "tournament.finished",
    "tournament.reopened", "staff.assigned", "staff.removed", "entry.added", "entry.changed",
    "entry.checked_in", "entry.checked_out", "entry.withdrawn", "entry.reinstated", "entry.disqualified",
    "draw.published", "draw.withdrawn", "round.redrawn", "match.placed", "match.started",
    "match.time_called", "redraw.noted", "seat.filled", "sheet.recorded", "correction.applied",
    "integrity.noted", "match.extended", "game.drawn", "game.resumed", "regulation.confirmed",
    "draw.committed", "round.drawn", "round.withdrawn", "stage.closed",
}  # fmt: skip
Scene = Callable[[], Book]
_MODULES = (plain, leaving, correcting, promising, staged, second, all_losers)
_NAMED = [item for module in _MODULES for item in vars(module).items() if item[0].startswith("a_")]
SCENES: list[Scene] = list(dict(_NAMED).values())
