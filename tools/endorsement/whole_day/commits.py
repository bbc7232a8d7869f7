"""When the lines of a record were committed, as web processes and workers wrote it to their logs."""

import re
from collections.abc import Iterable
from datetime import datetime

COMMITTED = re.compile(
    r"(?P<at>\d{4}-\d\d-\d\dT[\d:.]+\+00:00) INFO record[^:]*: recorded "
    r"ledger=(?P<ledger>\d+) from=(?P<first>\d+) to=(?P<last>\d+) "
)


def commits(logs: Iterable[str]) -> dict[str, dict[int, float]]:
    """By the product's own number of the record and the line's: seconds since the epoch."""
    found: dict[str, dict[int, float]] = {}
    for said in (said for log in logs for said in COMMITTED.finditer(log)):
        at = datetime.fromisoformat(said["at"]).timestamp()
        for seq in range(int(said["first"]), int(said["last"]) + 1):
            found.setdefault(said["ledger"], {})[seq] = at
    return found
