"""Entries before a round as the checker of records has them."""

from collections import Counter
from collections.abc import Sequence

from checker.stages import hall
from tournaments.stages.rounds import RoundEntry


def as_checked(entries: Sequence[RoundEntry]) -> list[hall.StageEntry]:
    return [
        hall.StageEntry(
            entry.entry,
            entry.points,
            Counter(entry.opponents),
            entry.byes,
            entry.byes + entry.short_tables,
            entry.club,
        )
        for entry in entries
    ]
