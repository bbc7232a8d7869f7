"""One line a call: what was asked, what was answered, and when."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

REPORT, CORRECT, LOOK = "report", "correct", "look"


@dataclass(frozen=True)
class Call:
    """A call of a client. `said` is the content of a sheet, `shown` that of the sheet in the answer.

    `what` is `REPORT`, `CORRECT` or `LOOK`. `account` owns the key. `begin` and `end` are nanoseconds of the
    monotonic clock. `seq` is the version in the answer's `ETag`, `known` the one that the caller had. `body`
    is the answer's `fingerprint`. `put_off`: a reader was asked to retry later, and does (ADR 0096).
    """

    account: str
    client: int
    what: str
    match: str
    key: str | None
    said: str | None
    known: int | None
    begin: int
    end: int
    status: int
    seq: int | None = None
    version: int | None = None
    shown: str | None = None
    replayed: bool = False
    repeated: bool = False
    body: str = ""
    put_off: bool = False

    @property
    def accepted(self) -> bool:
        """Return whether the call made a version: it succeeded, and was neither a replay nor a repetition."""
        made = self.what in (REPORT, CORRECT) and self.status in (200, 201)
        return made and not self.replayed and not self.repeated


def fingerprint(raw: bytes) -> str:
    """Return the first 20 digits of an answer's SHA-256, to compare it with others."""
    return hashlib.sha256(raw).hexdigest()[:20]


def write(calls: Iterable[Call], file: Path) -> None:
    """Write a history to `file` as JSON lines, in the order in which the calls ended."""
    with file.open("w", encoding="utf-8") as out:
        for call in sorted(calls, key=lambda call: call.end):
            out.write(json.dumps(asdict(call), sort_keys=True) + "\n")


def read(file: Path) -> list[Call]:
    """Read a history from its file."""
    return [Call(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
