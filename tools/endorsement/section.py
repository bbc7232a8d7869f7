"""One part of an endorsement: its counts, its faults, and what the checker says of its records."""

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from checker import Head, Unreadable, check

MAX_SHOWN = 20


@dataclass(frozen=True)
class RecordVerdict:
    """The checker's findings about a file, a line each; or one line that says why it is no record."""

    words: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Return whether the checker found nothing."""
        return not self.words


def judge_file(file: Path, head: Head | None = None) -> RecordVerdict:
    """Check a record file, with the head that the product gave, if any, and return the verdict.

    A file that is no record is unsound.
    """
    try:
        return RecordVerdict(tuple(map(str, check(file, head))))
    except Unreadable as problem:
        return RecordVerdict((f"unreadable: {problem}",))


@dataclass
class Section:
    """A part with its counts, for people, and its faults, which make the whole fail."""

    title: str
    counts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0

    def lines(self) -> Iterator[str]:
        """Yield a line with the title and the number of faults, then counts and up to `MAX_SHOWN` faults."""
        verdict = f"{len(self.faults)} FAULTS" if self.faults else "no fault"
        yield f"{self.title}: {verdict}, {self.seconds:.0f} s"
        yield from (f"  {count}" for count in self.counts)
        yield from (f"  FAULT {fault}" for fault in self.faults[:MAX_SHOWN])

    def judge(self, record: bytes, head: str, file: Path) -> None:
        """Write the record to `file` and check it with the product's `head`; add a fault if it is unsound."""
        file.write_bytes(record)
        verdict = judge_file(file, Head.parse(head))
        if not verdict.sound:
            self.faults.append(f"{file}: {'; '.join(verdict.words[:3])}")


@contextmanager
def part(sections: list[Section], title: str) -> Iterator[Section]:
    """Open a section, time it and print it at the end; any exception becomes a fault, so others still run."""
    section, began = Section(title), time.monotonic()
    sections.append(section)
    try:
        yield section
    except Exception as problem:  # noqa: BLE001 - every surprise is a fault
        section.faults.append("".join(traceback.format_exception(problem))[-1500:])
    section.seconds = time.monotonic() - began
    print("\n".join(section.lines()), flush=True)
